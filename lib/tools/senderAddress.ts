// Reads the address of a sender from what a caller writes: the address alone, or the sender as a result shows it. Text
// that can be no sender's address is refused rather than left to match nothing.

import { limits } from '../limits.ts';
import { type Argument, text } from './arguments.ts';

/** The address of `Name <address>` or `<address>`; null for text that is neither that nor an address. */
export function readAddress(written: string): string | null {
  const trimmed = written.trim();
  const open = trimmed.endsWith('>') ? trimmed.lastIndexOf('<') : -1;
  const address = open < 0 ? trimmed : trimmed.slice(open + 1, -1).trim();
  if ([...address].length > limits.addressCharacters.value || /[<>]/u.test(address)) return null;
  const at = address.lastIndexOf('@');
  if (at >= 0) {
    // Only what stands in quotes or brackets may hold blanks: else there is more than an address.
    const isWhole = open >= 0 || address.startsWith('"') || !/\s/u.test(address);
    return at > 0 && at < address.length - 1 && isWhole ? address : null;
  }
  // Senders on the machine itself have no domain: root, MAILER-DAEMON. An ellipsis is what a cut sender ends with.
  return /^[^\s"…]+$/u.test(address) ? address : null;
}

/** A sender's address, as itself or as a result shows the sender; else 51002. */
export function senderAddress(description: string): Argument<string, null> {
  const written = text(description, { maxLength: limits.shownCharacters.value });
  return {
    ...written,
    accepts: `takes a whole address of at most ${limits.addressCharacters.value} characters, such as ann@example.com, or Name <address> as a result shows it`,
    read: value => {
      const outcome = written.read(value);
      if ('refused' in outcome) return outcome;
      const address = readAddress(outcome.value);
      return address === null ? { refused: 51002 } : { value: address };
    },
  };
}
