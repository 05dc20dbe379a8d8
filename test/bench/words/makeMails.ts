// Natural mails out of documentation: conversations, each on one text, by people who write often or seldom. The same
// seed and texts give the same mails; of more mails the first are those of fewer.

import type { Documentation, DocumentText } from './documentation.ts';
import { filesOf, referenceOf, subjectOf } from './makeSubjects.ts';
import { makePeople, owner, type Person } from './people.ts';
import { type Random, randomOf } from './random.ts';

export type Writer = Pick<Person, 'name' | 'address'>;

export interface MadeMail {
  /** From 0, the oldest. */
  readonly number: number;
  /** Epoch milliseconds, whole seconds; no two mails have the same. */
  readonly date: number;
  readonly from: Writer;
  readonly to: readonly Writer[];
  readonly cc: readonly Writer[];
  readonly subject: string;
  readonly body: string;
  /** Names of attachments. */
  readonly files: readonly string[];
  /** Number of the mail that it answers. */
  readonly answers: number | null;
}

const peopleCount = 1_500;
const start = Date.UTC(2016, 9, 1, 8);
/** Between two mails on average: two hundred thousand in ten years. */
const gapSeconds = 1_577;

/** Conversations that may be answered. */
const openConversations = 300;
const answerShare = 0.45;
const ownShare = 0.15;
const fileShare = 0.18;
const referenceShare = 0.22;
const medianCharacters = 560;
const characterSpread = 0.95;
const mostCharacters = 30_000;
const hanShare = 0.02;
const lineLength = 72;

interface Conversation {
  readonly subject: string;
  readonly text: DocumentText;
  /** Place of the next paragraph. */
  at: number;
  readonly people: readonly Person[];
  last: { readonly number: number; readonly from: Person; readonly date: number; readonly own: string } | null;
}

export function* makeMails(documentation: Documentation, seed: number, count: number): Generator<MadeMail> {
  const random = randomOf(seed);
  const people = makePeople(random, peopleCount);
  const someone = (): Person => people[Math.floor(people.length * random() ** 3)] ?? owner;
  const begin = textPicker(documentation, random);
  const open: Conversation[] = [];
  let date = start;
  for (let number = 0; number < count; number++) {
    date += 1000 * (1 + Math.floor(-Math.log(1 - random()) * gapSeconds));
    const isAnswer = open.length > 0 && random() < answerShare;
    const talk = isAnswer ? (open[Math.floor(open.length * random() ** 2)] as Conversation) : newConversation();
    const [other = owner] = talk.people;
    const lastFrom = talk.last?.from;
    const from =
      isAnswer && lastFrom !== owner && random() < 0.4
        ? owner
        : random() < ownShare
          ? owner
          : isAnswer
            ? anyOf(talk.people)
            : other;
    const own = ownText(random, talk, lastFrom ?? owner, from);
    const quoted = isAnswer && talk.last ? quotation(random, talk.last) : '';
    const below = [from.signature === null ? '' : `-- \n${from.signature}`, from.footer ?? ''].filter(
      part => part !== '',
    );
    const others = talk.people.filter(person => person !== from);
    yield {
      ...{ number, date, from: writerOf(from) },
      to: (from === owner ? others.slice(0, 1) : [owner]).map(writerOf),
      cc: others.slice(1).map(writerOf),
      subject: isAnswer ? `Re: ${talk.subject}` : talk.subject,
      body: [quoted, own, ...below].filter(part => part !== '').join('\n\n'),
      files: random() < fileShare ? filesOf(random, talk.subject, date) : [],
      answers: isAnswer ? (talk.last?.number ?? null) : null,
    };
    talk.last = { number, from, date, own };
    if (!isAnswer) open.unshift(talk);
    if (open.length > openConversations) open.pop();
  }

  function newConversation(): Conversation {
    const { text, at } = begin();
    const size = random() < 0.7 ? 1 : 2 + random.below(4);
    return {
      ...{ text, at, last: null, subject: subjectOf(random, text.paragraphs[at] ?? '', text.isHan) },
      people: [...new Set(Array.from({ length: size }, someone))],
    };
  }

  function anyOf(some: readonly Person[]): Person {
    return some[random.below(some.length)] ?? owner;
  }

  /** The writer's own paragraphs, as many as the mail is long, with a greeting and a farewell now and then. */
  function ownText(draw: Random, talk: Conversation, to: Person, from: Person): string {
    const wanted =
      Math.min(mostCharacters, draw.aroundMedian(medianCharacters, characterSpread)) / (talk.text.isHan ? 3 : 1);
    const parts: string[] = [];
    for (let length = 0; length < wanted; ) {
      const paragraph = talk.text.paragraphs[talk.at++];
      if (paragraph === undefined) {
        Object.assign(talk, begin(talk.text.isHan));
        continue;
      }
      const part = length + paragraph.length > 1.5 * wanted ? sentences(paragraph, wanted - length) : paragraph;
      parts.push(talk.text.isHan ? part : wrapped(part));
      length += part.length + 1;
    }
    if (draw() < referenceShare) parts.splice(draw.below(parts.length + 1), 0, referenceOf(draw));
    if (draw() < 0.5) parts.unshift(draw.of(['Hi', 'Hello', 'Dear']).concat(` ${to.name.split(' ')[0]},`));
    if (draw() < 0.6)
      parts.push(`${draw.of(['Best regards', 'Thanks', 'Kind regards', 'Cheers'])},\n${from.name.split(' ')[0]}`);
    return parts.join('\n\n');
  }
}

const writerOf = ({ name, address }: Person): Writer => ({ name, address });

/** Where a text is taken up: at any paragraph of all, those of Han scripts apart. */
function textPicker({ texts }: Documentation, random: Random) {
  const of = (isHan: boolean) => {
    const own = texts.filter(text => text.isHan === isHan);
    return own.flatMap(text => text.paragraphs.map((_, at) => ({ text, at })));
  };
  const [plain, han] = [of(false), of(true)];
  return (isHan = random() < hanShare): { text: DocumentText; at: number } => {
    const places = isHan && han.length > 0 ? han : plain;
    return { ...(places[random.below(places.length)] as { text: DocumentText; at: number }) };
  };
}

/** The first sentences of a paragraph, about so many characters and one sentence at least. */
function sentences(paragraph: string, characters: number): string {
  let end = 0;
  for (const { index, 0: mark } of paragraph.matchAll(/[.!?。！？](?:\s+|(?<=[。！？]))/g)) {
    end = index + mark.length;
    if (end >= characters) break;
  }
  return end === 0 ? paragraph : paragraph.slice(0, end).trim();
}

function wrapped(text: string): string {
  let line = '';
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + word.length >= lineLength) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join('\n');
}

/** What is quoted of the mail before: some of its paragraphs, or all. */
function quotation(random: Random, { from, date, own }: NonNullable<Conversation['last']>): string {
  if (random() < 0.2) return '';
  const paragraphs = own.split('\n\n');
  const some = random() < 0.5 ? paragraphs : paragraphs.slice(0, 1 + random.below(paragraphs.length));
  const lines = some
    .join('\n\n')
    .split('\n')
    .map(line => (line === '' ? '>' : `> ${line}`));
  return `On ${new Date(date).toUTCString().slice(0, 22)}, ${from.name} wrote:\n${lines.join('\n')}`;
}
