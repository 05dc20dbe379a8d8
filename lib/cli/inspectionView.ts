// What `mailglob inspect` shows a person: enough to see in one look why a file was found, or was not.

import type { Message, Part } from '../mail/message.ts';
import { counted, humanSize } from './humanUnits.ts';
import { dateSources, type FoundMail, type Inspection } from './inspection.ts';
import { escaped, printable } from './printable.ts';

/** Headers and names are shown up to this many characters; --json has all of them. */
const shownCharacters = 500;
const shownRecipients = 5;

const labelWidth = 14;
const field = (label: string, value: string): string => `  ${label.padEnd(labelWidth)}${value}`;

const bounded = (text: string): string => (text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text);
const shown = (text: string): string => printable(bounded(text));

function people(message: Message, role: string): string | null {
  const those = message.participants.filter(participant => participant.role === role);
  if (those.length === 0) return null;
  const names = those
    .slice(0, shownRecipients)
    .map(({ address, displayName }) => shown(displayName ? `${displayName} <${address}>` : address));
  const rest = those.length - names.length;
  return names.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** Whether and why a search by name finds a part. */
function findability(part: Part): string {
  if (part.filename === null) return 'never found by name: it has none that can be used';
  if (part.kind === 'inline') return 'found only with --include-inline: it is shown inside the message';
  if (part.kind === 'signature') return 'never found by name: signatures are not listed';
  return 'found by name';
}

function nameLine(part: Part): string | null {
  if (part.rawFilename === null) {
    return part.filename === null ? null : 'the mail gives it no name: this one is derived from its subject';
  }
  return part.wasFileNameNormalized ? `named in the mail: "${escaped(bounded(part.rawFilename))}"` : null;
}

function partLines(part: Part): readonly string[] {
  const name = part.filename === null ? '(no name)' : shown(part.filename);
  const details = [
    nameLine(part),
    part.path === null ? null : `inside ${shown(part.path)}`,
    findability(part),
    `sha256 ${part.sha256}`,
  ];
  return [
    `  ${String(part.number).padStart(3)}  ${name}`,
    `       ${part.kind}, ${shown(part.mediaType)}, ${humanSize(part.sizeBytes)} (${part.sizeBytes} bytes)`,
    ...details.filter(line => line !== null).map(line => `       ${line}`),
  ];
}

function conditions(message: Message): readonly string[] {
  return [
    message.isDamaged ? 'damaged: shown is what could be read' : null,
    message.exceededSizeLimit ? 'over the size limit: only its headers are read' : null,
    message.isEncrypted ? 'encrypted' : null,
    message.hasUnverifiedSignature ? 'signed; signatures are not verified' : null,
    message.hasUnexpandedTnef ? 'holds a winmail.dat that cannot be opened' : null,
  ].filter(line => line !== null);
}

/** Lines for one mail. */
export function inspectionLines(found: FoundMail, message: Message, inspection: Inspection): readonly string[] {
  const sources = dateSources(found, message);
  const date = (at: string | null, source: string) => (at === null ? `unknown (${source})` : `${at} (${source})`);
  const to = people(message, 'to');
  const cc = people(message, 'cc');
  const state = conditions(message);
  return [
    `${printable(found.file)}, message ${found.index}`,
    field('from', people(message, 'from') ?? '(none)'),
    ...(to === null ? [] : [field('to', to)]),
    ...(cc === null ? [] : [field('cc', cc)]),
    field('subject', inspection.subject === null ? '(none)' : shown(inspection.subject)),
    field('message id', inspection.messageId === null ? '(none)' : shown(inspection.messageId)),
    field('sent', date(inspection.sentAt, sources.sentAt)),
    field('received', date(inspection.receivedAt, sources.receivedAt)),
    field('sorted by', date(inspection.messageDate, sources.messageDate)),
    field('size', `${humanSize(found.sizeBytes)} (${found.sizeBytes} bytes)`),
    ...(state.length === 0 ? [] : [field('state', state.join('; '))]),
    field('parts', message.parts.length === 0 ? 'none besides the text' : counted(message.parts.length, 'part')),
    ...message.parts.flatMap(partLines),
  ];
}
