import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { type Database, openDatabase } from '../../../lib/local/database.ts';
import { nearSlots, takenSlots } from '../../../lib/local/takenSlots.ts';

let dir = '';
let database: Database;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mailglob-'));
  database = await openDatabase(join(dir, 'mailglob.db'));
});

afterEach(async () => {
  database.close();
  await rm(dir, { recursive: true });
});

test('what lies near each row of a batch is known, whatever lies between them', () => {
  const slot = fc.integer({ min: 0, max: 3000 });
  const some = fc.uniqueArray(slot, { maxLength: 400 });
  const runs = fc
    .uniqueArray(fc.integer({ min: 0, max: 29 }), { maxLength: 8 })
    .map(full => full.flatMap(run => Array.from({ length: 100 }, (_, i) => 100 * run + i)));
  fc.assert(
    fc.property(fc.oneof(some, runs), fc.array(slot, { minLength: 1, maxLength: 60 }), (there, asked) => {
      const { statements } = database;
      statements.of('DELETE FROM names').run();
      const add = statements.of(`INSERT INTO names VALUES (?, ?, 'text', 'facts', 7, 0, ?, 'data')`);
      database.write(() => {
        for (const one of there) add.run(one, `sk${one}`, one);
      });
      const occupied = new Set(there);
      const naturals = asked.toSorted((a, b) => a - b);
      const taken = takenSlots(statements, 'names', naturals);
      for (const [place, natural] of naturals.entries()) {
        taken.reach(place);
        let free: number | null = null;
        for (let near = natural + nearSlots - 1; near >= natural; near--) {
          const found = taken.at(near);
          expect(found !== undefined).toBe(occupied.has(near));
          if (found && there.includes(near)) expect(found).toEqual({ sk: `sk${near}`, partition: 7, digest: near });
          if (!found) free = near;
        }
        if (free === null) continue;
        taken.take(free, { sk: 'new', partition: 1, digest: 1 });
        occupied.add(free);
      }
    }),
    { numRuns: 300 },
  );
});
