// From the text of a request to one JSON-RPC message, or to the error that answers it. Bounds what a hostile text can
// cost before anything else sees it. Knows neither HTTP nor tools.

import { limits } from '../limits.ts';

/** JSON-RPC 2.0, section 5.1, and what MCP adds. */
export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  /** Of the range that is the server's own; what MCP uses for refusals by the transport. */
  refused: -32000,
} as const;

export interface RpcError {
  readonly code: number;
  readonly message: string;
}

export type ParsedMessage =
  | { readonly message: Readonly<Record<string, unknown>>; readonly error?: never }
  | { readonly message?: never; readonly error: RpcError };

/** A JSON-RPC error response. */
export const rpcErrorBody = (error: RpcError, id: string | number | null = null) => ({
  jsonrpc: '2.0' as const,
  id,
  error,
});

/** The id to answer a message under that may be none; null where it has none that can be repeated. */
export const idOf = ({ id }: Readonly<Record<string, unknown>>): string | number | null =>
  typeof id === 'string' || typeof id === 'number' ? id : null;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

/** What a text has too much of; reads it once, before a parser recurses into it and allocates for what it lists. */
function excessOf(text: string, { levels, values }: { levels: number; values: number }): 'levels' | 'values' | null {
  let depth = 0;
  let count = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (inString) {
      if (unit === backslash) i++;
      else if (unit === quote) inString = false;
    } else if (unit === quote) {
      inString = true;
    } else if (unit === 0x7b || unit === 0x5b) {
      if (++depth > levels) return 'levels';
      if (++count > values) return 'values';
    } else if (unit === 0x7d || unit === 0x5d) {
      depth--;
    } else if (unit === comma && ++count > values) {
      return 'values';
    }
  }
  return null;
}

const failed = (code: number, message: string): ParsedMessage => ({ error: { code, message } });

/**
 * Reads one message. Its form as JSON-RPC is left to the protocol layer, except that it is one object: a batch is
 * refused.
 */
export function parseMessage(text: string): ParsedMessage {
  const bounds = { levels: limits.jsonDepth.value, values: limits.jsonValues.value };
  const excess = excessOf(text, bounds);
  if (excess !== null) {
    return failed(rpcCodes.invalidRequest, `Invalid Request: JSON has at most ${bounds[excess]} ${excess}`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return failed(rpcCodes.parseError, 'Parse error: the body is not JSON');
  }
  if (Array.isArray(value)) {
    return failed(rpcCodes.invalidRequest, 'Invalid Request: one message a request, no batch');
  }
  if (typeof value !== 'object' || value === null) {
    return failed(rpcCodes.invalidRequest, 'Invalid Request: a message is a JSON object');
  }
  return { message: value as Readonly<Record<string, unknown>> };
}
