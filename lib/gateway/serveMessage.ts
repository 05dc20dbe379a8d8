// One JSON-RPC message over HTTP, in whichever era of the protocol it speaks. Every message is an exchange of its own:
// no session, no stream, JSON replies only.

import {
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { idOf, rpcCodes } from './message.ts';
import { rpcErrorResponse } from './refusal.ts';
import { paramsError } from './requestParams.ts';
import { withoutEcho } from './withoutEcho.ts';

/** What the earlier era asks of a client, which has nothing to choose here: replies are JSON. */
const bothReplies = 'application/json, text/event-stream';

/**
 * Answers a message.
 * @param request the request it came with, for its headers; the body has been read.
 * @param message the body, as it was sent.
 * @param createServer gives a fresh server for this exchange.
 */
export async function serveMessage(
  request: Request,
  message: Readonly<Record<string, unknown>>,
  createServer: () => Server,
): Promise<Response> {
  const refused = paramsError(message);
  if (refused !== null) return rpcErrorResponse(400, refused, idOf(message));
  const headers = new Headers(request.headers);
  headers.set('accept', bothReplies);
  const bare = new Request(request.url, { method: 'POST', headers });
  const serverOfMethod = () => {
    const server = createServer();
    // With it, the package would answer a method there is not with 200 instead of 404.
    if (message.method !== 'tools/call') delete server.fallbackRequestHandler;
    return server;
  };
  // Results of tools are long, and errors of theirs are none of the package's.
  const statuses = message.method === 'tools/call' ? [400] : [200, 400];
  if (await isLegacyRequest(bare, message))
    return await withoutEcho(await serveLegacy(bare, message, serverOfMethod()), statuses);
  if (message.method === 'subscriptions/listen') {
    // Nothing here ever changes while it is listened to, and the package would hold a stream open.
    return rpcErrorResponse(404, { code: rpcCodes.methodNotFound, message: 'Method not found' }, idOf(message));
  }
  // The default mode replies with JSON unless a handler notifies, which none does; mode json warns on the console.
  const handler = createMcpHandler(serverOfMethod, { legacy: 'reject' });
  return await withoutEcho(await handler.fetch(bare, { parsedBody: message }), statuses);
}

/** 2024-11-05 to 2025-11-25. The handler of the package replies to these with streams only. */
async function serveLegacy(request: Request, message: unknown, server: Server): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}
