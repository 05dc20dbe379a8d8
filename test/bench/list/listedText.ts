// What an agent reads of list_emails, in characters and in tokens: the tool with its schemas once, then so much of each
// listed mail; beside another mail server for MCP that lists the same mails.

import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { storeMessages } from '../../../lib/archive/writer.ts';
import { toolListing } from '../../../lib/gateway/mcpServer.ts';
import { type ListEmailsResult, listEmailsTool } from '../../../lib/tools/listEmails.ts';
import { memoryBlobs } from '../../doubles/memoryBlobs.ts';
import { memoryStore } from '../../doubles/memoryStore.ts';
import { cursorKeys, everyone } from '../../doubles/toolService.ts';
import { peerList } from './peer/peerList.ts';
import { readSampleMails, sampleMailFiles } from './sampleMails.ts';

export interface ListedText {
  readonly toolBytes: number;
  readonly toolTokens: number;
  readonly charactersEachMail: number;
  readonly tokensEachMail: number;
  /** Of those fields alone that the other server has too. */
  readonly tokensOfSameFields: number;
}

export interface PeerText {
  readonly name: string;
  readonly toolTokens: number;
  readonly charactersEachMail: number;
  readonly tokensEachMail: number;
}

type Email = ListEmailsResult['emails'][number];

/** The fields that mcp-email-server lists: an id, the Message-ID, subject, sender, recipients, date and keywords. */
const sameFields = (email: Email) => ({
  storedEmailId: email.storedEmailId,
  messageId: email.messageId,
  subject: email.subject,
  senderAddress: email.senderAddress,
  senderDisplayName: email.senderDisplayName,
  toAddresses: email.toAddresses,
  sentAt: email.sentAt,
  keywords: email.remoteFlags.keywords,
});

/** Counts over the sample mails that the project ships; freshness and cursor left out. */
export async function listedText(): Promise<ListedText> {
  const archive = { store: memoryStore(), blobs: memoryBlobs() };
  const samples = await readSampleMails();
  await storeMessages(
    archive,
    samples.map(raw => ({ accountId: 'me', folderAlias: 'INBOX', raw, receivedAt: null, flags: null })),
    () => Date.UTC(2026, 9, 1),
  );
  const context = { archive, cursorKeys, timeZone: 'UTC', servedAccounts: async () => ['me'], caller: everyone };
  const { emails } = (await listEmailsTool.call(context, { pageSize: 100 })).result;
  const text = JSON.stringify(emails);
  const listing = JSON.stringify(toolListing(new Map([[listEmailsTool.name, listEmailsTool]])));
  return {
    toolBytes: Buffer.byteLength(listing),
    toolTokens: countTokens(listing),
    charactersEachMail: text.length / emails.length,
    tokensEachMail: countTokens(text) / emails.length,
    tokensOfSameFields: countTokens(JSON.stringify(emails.map(sameFields))) / emails.length,
  };
}

/** The same of another server; null where it cannot be had. */
export async function peerText(kept: string): Promise<PeerText | null> {
  const peer = await peerList(kept, await sampleMailFiles());
  return (
    peer && {
      name: peer.name,
      toolTokens: countTokens(peer.tool),
      charactersEachMail: peer.text.length / peer.mails,
      tokensEachMail: countTokens(peer.text) / peer.mails,
    }
  );
}
