// Responses of the gateway itself: what HTTP asks of them, and a JSON-RPC error for clients that read only bodies.

import { type RpcError, rpcCodes, rpcErrorBody } from './message.ts';

/** A response with a JSON-RPC error; `id` is that of the message it answers, where there is one. */
export const rpcErrorResponse = (status: number, error: RpcError, id: string | number | null = null): Response =>
  Response.json(rpcErrorBody(error, id), { status });

const reasons = new WeakMap<Response, string>();

/**
 * A response that turns a request away, with a text that says what would be accepted.
 * @param reason for the log, one of a few fixed words: who tries to get in is not told how near they came.
 */
export function refusal(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
  reason?: string,
): Response {
  const response = Response.json(rpcErrorBody({ code: rpcCodes.refused, message: text }), { status, headers });
  if (reason !== undefined) reasons.set(response, reason);
  return response;
}

/** The reason for the log of a response, where it has one. */
export const reasonOf = (response: Response): string | undefined => reasons.get(response);
