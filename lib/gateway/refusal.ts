// Responses of the gateway itself: what HTTP asks of them, and a JSON-RPC error for clients that read only bodies.

import { type RpcError, rpcCodes, rpcErrorBody } from './message.ts';

/** A response with a JSON-RPC error; `id` is that of the message it answers, where there is one. */
export const rpcErrorResponse = (status: number, error: RpcError, id: string | number | null = null): Response =>
  Response.json(rpcErrorBody(error, id), { status });

/** A response that turns a request away, with a text that says what would be accepted. */
export const refusal = (status: number, text: string, headers: Readonly<Record<string, string>> = {}): Response =>
  Response.json(rpcErrorBody({ code: rpcCodes.refused, message: text }), { status, headers });
