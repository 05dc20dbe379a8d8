// The lines of a mail's body, and how much the words of each say of the mail: what was quoted, signed or put below by
// a list says little. Knows no words.

export interface BodyLine {
  /** With the line's end. */
  readonly text: string;
  /** 1, or less for a line that is not the writer's own. */
  readonly weight: number;
}

const borrowed = 0.2;
const quoted = /^[ \t]{0,3}[>|]/;
const signatureMark = /^-- ?\r?$/;

/** The lines of a body in order; runs of lines of one weight come as one text. */
export function bodyLines(body: string): BodyLine[] {
  const runs: BodyLine[] = [];
  let start = 0;
  let runStart = 0;
  let runWeight = 1;
  let isSignature = false;
  while (start < body.length) {
    const newline = body.indexOf('\n', start);
    const end = newline < 0 ? body.length : newline + 1;
    const line = body.slice(start, newline < 0 ? end : newline);
    if (signatureMark.test(line)) isSignature = true;
    const weight = isSignature || quoted.test(line) ? borrowed : 1;
    if (weight !== runWeight && start > runStart) {
      runs.push({ text: body.slice(runStart, start), weight: runWeight });
      runStart = start;
    }
    runWeight = weight;
    start = end;
  }
  if (start > runStart) runs.push({ text: body.slice(runStart, start), weight: runWeight });
  return runs;
}
