// Reads the body of a request as text, up to a bound. A longer one is not read to its end.

export type BodyText =
  | { readonly text: string; readonly problem?: never }
  | { readonly text?: never; readonly problem: 'tooLarge' | 'notUtf8' };

/** The body as UTF-8 text of at most so many bytes. */
export async function readBody(request: Request, most: number): Promise<BodyText> {
  if (Number(request.headers.get('content-length')) > most) return { problem: 'tooLarge' };
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > most) return { problem: 'tooLarge' };
    chunks.push(chunk);
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)) };
  } catch {
    return { problem: 'notUtf8' };
  }
}
