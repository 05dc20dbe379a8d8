// The same questions to the three indexes of one Maildir: the newest 50 mails or attachments.

import { openArchive } from '../../../lib/local/openArchive.ts';
import { searchAttachments } from '../../../lib/search/searchAttachments.ts';
import { median, repeatedly, takeTurns } from '../measure.ts';
import { cursorKeys, questionByOffset } from '../names/ask.ts';
import { makeStarter } from '../starter.ts';
import type { Indexer } from './indexers.ts';

/** As in ../shared/bench/bench_mail.py. */
const questions: readonly {
  readonly name: string;
  readonly pattern: string;
  readonly notmuch: string;
  readonly mu: string;
}[] = [
  { name: 'exact', pattern: 'smime.p7s', notmuch: 'attachment:smime.p7s', mu: 'file:smime.p7s' },
  { name: 'prefix', pattern: 'invoice*', notmuch: 'attachment:invoice*', mu: 'file:invoice*' },
  { name: 'prefix-short', pattern: 'r*', notmuch: 'attachment:r*', mu: 'file:r*' },
  { name: 'ending', pattern: '*.pdf', notmuch: 'attachment:pdf', mu: 'file:/.*\\.pdf/' },
  { name: 'words', pattern: '*noise test*', notmuch: 'attachment:"noise test"', mu: 'file:/.*noise test.*/' },
  { name: 'rare', pattern: '*tarragon*', notmuch: 'attachment:tarragon', mu: 'file:/.*tarragon.*/' },
  { name: 'inside a word', pattern: '*arrago*', notmuch: 'attachment:/arrago/', mu: 'file:/.*arrago.*/' },
  { name: 'absent', pattern: '*zzqqx*', notmuch: 'attachment:zzqqx', mu: 'file:/.*zzqqx.*/' },
  { name: 'all', pattern: '*', notmuch: '*', mu: '' },
];

const notmuchArgs = (query: string) => ['search', '--output=messages', '--limit=50', '--sort=newest-first', query];
const muArgs = (query: string) => ['find', '--maxnum=50', '--sortfield=date', '--reverse', '--fields=i', query];

const rounds = 7;
/** A server has answered before; the peers are compiled as they are. */
const warmRepetitions = 50;
const patience = 3_000;

/** Medians in milliseconds; those of the peers are without the start of their processes. */
export interface QuestionTimes {
  readonly name: string;
  readonly mailglob: number;
  readonly notmuch: number | null;
  readonly mu: number | null;
}

/** Asks the archive of `data` and those of the peers that are here, in turns. */
export async function mailQueries(data: string, peers: readonly Indexer[]): Promise<readonly QuestionTimes[]> {
  const archive = await openArchive(data, { create: false });
  const starter = makeStarter();
  const times: QuestionTimes[] = [];
  try {
    for (const { name, pattern, ...queries } of questions) {
      const question = questionByOffset({
        id: name,
        cls: name,
        pattern,
        after: null,
        before: null,
        page: 1,
        limit: 50,
      });
      const tasks = new Map<string, () => unknown>([
        ['mailglob', repeatedly(() => searchAttachments({ store: archive.store, cursorKeys }, question))],
        ['start', () => starter.time('/bin/true', [])],
      ]);
      for (const peer of peers) {
        const args = peer.name === 'mu' ? muArgs(queries.mu) : notmuchArgs(queries.notmuch);
        tasks.set(peer.name, () => starter.time(peer.name, args, peer.env));
      }
      for (let i = 0; i < warmRepetitions; i++) await tasks.get('mailglob')?.();
      const turns = await takeTurns(tasks, { rounds, patience });
      const start = median(turns.get('start') ?? []);
      const ofPeer = (peer: string): number | null => {
        const own = turns.get(peer);
        return own ? Math.max(0, median(own) - start) : null;
      };
      times.push({ name, mailglob: median(turns.get('mailglob') ?? []), notmuch: ofPeer('notmuch'), mu: ofPeer('mu') });
    }
  } finally {
    starter.close();
    await archive.close();
  }
  return times;
}
