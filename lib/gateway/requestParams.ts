// Whether the params of a request can be those of any method of MCP. What a method asks of them is its own affair.

import { isJSONRPCRequest } from '@modelcontextprotocol/server';
import { type RpcError, rpcCodes } from './message.ts';

const refused: RpcError = {
  code: rpcCodes.invalidParams,
  message:
    'Invalid params: an object, in which _meta is an object and a progressToken in that a text or a whole number',
};

/** The error for a message that is a request but for its params; null for every other. */
export function paramsError(message: Readonly<Record<string, unknown>>): RpcError | null {
  const { params, ...rest } = message;
  return params !== undefined && !isJSONRPCRequest(message) && isJSONRPCRequest(rest) ? refused : null;
}
