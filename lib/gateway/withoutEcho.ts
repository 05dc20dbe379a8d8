// Errors of the protocol package that repeat what was sent, said without that: what a client reads may end up in its own
// log. Codes, and what a client acts upon, stay.

import { limits } from '../limits.ts';

/** Codes of MCP 2026-07-28 whose texts quote headers and bodies. */
const disagreement = -32020;
const unsupportedVersion = -32022;
const invalidParams = -32602;

interface RpcFailure {
  readonly code: number;
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

const revision = /^[\w.-]{1,32}$/;
const ofHeader = /^Invalid params: the MCP-Protocol-Version header names/;

/** The error in other words; null for one that quotes nothing. */
function reworded({ code, message, data }: RpcFailure): RpcFailure | null {
  if (code === disagreement) return { code, message: 'Bad Request: the headers and the body disagree' };
  if (code === unsupportedVersion) {
    // What was asked for is to be said, by the protocol; as much of it as a revision can be.
    const requested = typeof data?.requested === 'string' && revision.test(data.requested) ? data.requested : '?';
    return { code, message: 'Unsupported protocol version', data: { ...data, requested } };
  }
  if (code === invalidParams && ofHeader.test(message)) {
    const said = 'Invalid params: the request lacks what the revision in its MCP-Protocol-Version header asks for';
    return { code, message: said, ...(data && { data }) };
  }
  return null;
}

/** The response, or where it is an error that repeats what was sent, the same without it. */
export async function withoutEcho(response: Response): Promise<Response> {
  if (response.status !== 400) return response;
  const text = await response.text();
  const { status } = response;
  const headers = Object.fromEntries(response.headers);
  const failure = text.length <= limits.requestBytes.value ? failureIn(text) : null;
  const error = failure && reworded(failure.error);
  return error ? Response.json({ ...failure, error }, { status }) : new Response(text, { status, headers });
}

function failureIn(text: string): { readonly error: RpcFailure } | null {
  try {
    const value = JSON.parse(text) as { readonly error?: RpcFailure } | null;
    return typeof value?.error?.code === 'number' ? { ...value, error: value.error } : null;
  } catch {
    return null;
  }
}
