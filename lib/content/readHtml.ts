// An HTML body, hostile as sent -> what a person would see of it, as plain text and as sanitized HTML. Linear time.

import { parseHtml } from './parseHtml.ts';
import { htmlWriter } from './sanitizedHtml.ts';
import { textWriter } from './textWriter.ts';
import { walkHtml } from './walkHtml.ts';

export interface ReadableHtml {
  readonly text: string;
  readonly sanitizedHtml: string;
  /** False where a limit of limits.ts was met: both hold what was read so far. */
  readonly isWhole: boolean;
  /** False where something was not read or could not be judged; true where both are merely cut at their length. */
  readonly isRead: boolean;
}

export function readHtml(html: string): ReadableHtml {
  const { document, isWhole } = parseHtml(html);
  const text = textWriter();
  const sanitized = htmlWriter();
  const isJudged = walkHtml(document, [text, sanitized]);
  return {
    text: text.finish(),
    sanitizedHtml: sanitized.finish(),
    isWhole: isWhole && isJudged && text.isWhole() && sanitized.isWhole(),
    isRead: isWhole && isJudged,
  };
}
