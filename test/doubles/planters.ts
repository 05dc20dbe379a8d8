// Plants disagreements between rows and postings into each kind of store, as only a fault of a program or a disk would.

import { DatabaseSync } from 'node:sqlite';
import {
  BatchWriteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import type { Posting, Row } from '../../lib/archive/ports.ts';
import { tokenOf, tokensOf } from '../../lib/local/tokens.ts';
import type { Planter } from '../contract/auditContract.ts';
import type { MemoryStore } from './memoryStore.ts';

export function memoryPlanter(store: MemoryStore): Planter {
  const change = async ({ pk, sk }: Row, edit: (posting: Posting) => Posting) => {
    const name = `${pk}\0${sk}`;
    const row = store.rows.get(name);
    if (!row?.posting) throw new Error('no such row');
    // Terms may be made when they are asked for: what is changed has them as texts of its own.
    const { index, terms, full = [], text, facts } = row.posting;
    store.rows.set(name, { ...row, posting: edit({ index, terms, full, text, facts }) });
  };
  return {
    removePosting: (row, term) =>
      change(row, posting => ({ ...posting, terms: posting.terms.filter(one => one !== term) })),
    addPosting: (row, term) => change(row, posting => ({ ...posting, terms: [...posting.terms, term] })),
    addOrphan: async (sk, term) => void store.orphans.push({ sk, term }),
    changeText: row => change(row, posting => ({ ...posting, text: `${posting.text}?` })),
  };
}

/** @param table of the name; a simulated table takes any. */
export function dynamoPlanter(client: Pick<DynamoDBClient, 'send'>, table: string): Planter {
  const write = async (request: WriteRequest) => {
    await client.send(new BatchWriteItemCommand({ RequestItems: { [table]: [request] } }));
  };
  const put = (pk: string, sk: string, text: string, facts: string) =>
    write({ PutRequest: { Item: { pk: { S: pk }, sk: { S: sk }, n: { S: text }, f: { S: facts } } } });
  return {
    removePosting: ({ sk }, term) => write({ DeleteRequest: { Key: { pk: { S: term }, sk: { S: sk } } } }),
    addPosting: ({ sk, posting }, term) => put(term, sk, posting?.text ?? '', posting?.facts ?? ''),
    addOrphan: (sk, term) => put(term, sk, 'text', 'facts'),
    async changeText({ pk, sk, posting }) {
      const [term] = posting?.terms ?? [];
      if (term !== undefined) return put(term, sk, `${posting?.text}?`, posting?.facts ?? '');
      const { Item } = await client.send(
        new GetItemCommand({ TableName: table, Key: { pk: { S: pk }, sk: { S: sk } } }),
      );
      await client.send(new PutItemCommand({ TableName: table, Item: { ...Item, n: { S: `${posting?.text}?` } } }));
    },
  };
}

/** @param file the database file of a data directory. */
export function sqlitePlanter(file: string): Planter {
  async function change(work: (database: DatabaseSync) => void): Promise<void> {
    const database = new DatabaseSync(file, { timeout: 10_000 });
    try {
      work(database);
    } finally {
      database.close();
    }
  }
  const slotOf = (database: DatabaseSync, { pk, sk }: Row): number =>
    Number(
      database
        .prepare('SELECT slot FROM names WHERE sk = ? AND partition = (SELECT id FROM names_partitions WHERE pk = ?)')
        .get(sk, pk)?.slot,
    );
  const repost = (database: DatabaseSync, slot: number, tokens: string) => {
    database.prepare('DELETE FROM names_terms WHERE rowid = CAST(? AS INTEGER)').run(slot);
    database.prepare('INSERT INTO names_terms (rowid, tokens) VALUES (CAST(? AS INTEGER), ?)').run(slot, tokens);
  };
  const tokensIn = (database: DatabaseSync, slot: number): string[] => {
    database.exec('CREATE VIRTUAL TABLE temp.tokens USING fts5vocab(main, names_terms, instance)');
    return database
      .prepare('SELECT term FROM temp.tokens WHERE doc = CAST(? AS INTEGER)')
      .all(slot)
      .map(({ term }) => String(term));
  };
  const edit = (row: Row, with_: (tokens: readonly string[]) => readonly string[]) =>
    change(database => {
      const slot = slotOf(database, row);
      repost(database, slot, with_(tokensIn(database, slot)).join(' '));
    });
  return {
    removePosting: (row, term) => edit(row, tokens => tokens.filter(token => token !== tokenOf(term))),
    addPosting: (row, term) => edit(row, tokens => [...tokens, tokenOf(term)]),
    // The adapter keeps no position for it: any slot without a row will do.
    addOrphan: (_, term) =>
      change(database => {
        const { slot } = database.prepare('SELECT max(rowid) + 1 AS slot FROM names_terms_docsize').get() ?? {};
        repost(database, Number(slot ?? 1) + 1000, tokensOf([term]));
      }),
    changeText: row =>
      change(database => {
        database.prepare(`UPDATE names SET text = text || '?' WHERE slot = ?`).run(slotOf(database, row));
      }),
  };
}
