// Errors of the protocol package that repeat what was sent or show how it is made, said without that: what a client reads
// may end up in its own log. Codes, and what a client acts upon, stay.

import { limits } from '../limits.ts';

/** Codes of MCP 2026-07-28 whose texts quote headers and bodies. */
const disagreement = -32020;
const unsupportedVersion = -32022;
const invalidParams = -32602;
/** Of its own transport, and of whatever its handlers throw: problems with a schema, word for word. */
const refused = -32000;
const internalError = -32603;

export interface RpcFailure {
  readonly code: number;
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

const revision = /^[\w.-]{1,32}$/;
const ofHeader = /^Invalid params: the MCP-Protocol-Version header names/;
const ofEnvelope = /^Invalid _meta envelope\b/;
/** Of what the protocol has in `_meta`; any other name is the client's own. */
const ofProtocol = /^(_meta|io\.modelcontextprotocol\/(protocolVersion|clientInfo|clientCapabilities|logLevel))$/;
const ofTransport = /^(Bad Request: Unsupported protocol version):.*( \(supported versions: [\d, -]*\))$/s;

/** The error of a JSON-RPC response in other words; null for one that quotes nothing. */
export function reworded({ code, message, data }: RpcFailure): RpcFailure | null {
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
  if (code === invalidParams && ofEnvelope.test(message)) {
    // What is wrong in it is told by a path of names that were sent, in the words of a schema.
    const { key } = (data?.envelope ?? {}) as { readonly key?: unknown };
    const name = typeof key === 'string' && ofProtocol.test(key) ? key : null;
    const said = `Invalid params: ${name ?? '_meta'} is missing, or not of the form that the revision has for it`;
    return { code, message: said, ...(name !== null && { data: { envelope: { key: name } } }) };
  }
  if (code === refused && ofTransport.test(message)) return { code, message: message.replace(ofTransport, '$1$2') };
  // Nothing of ours fails in a handler: a call that does is a result.
  if (code === internalError) return { code: invalidParams, message: 'Invalid params: not those of the method' };
  return null;
}

/**
 * The response, or where it is an error that repeats what was sent, the same without it.
 * @param statuses of responses that may be one; others are not read.
 */
export async function withoutEcho(response: Response, statuses: readonly number[] = [400]): Promise<Response> {
  if (!statuses.includes(response.status)) return response;
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
