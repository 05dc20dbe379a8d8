// From an HTTP request to a response: what is turned away before a tool is thought of, in which order, and who calls.

import { isJsonContentType } from '@modelcontextprotocol/server';
import { limits } from '../limits.ts';
import { traceError } from '../log.ts';
import type { Authenticate } from './authenticate.ts';
import type { Service } from './callTool.ts';
import { type AllowedHosts, checkHosts } from './hosts.ts';
import { IssuerUnavailable } from './issuerUnavailable.ts';
import { createMcpServer } from './mcpServer.ts';
import { parseMessage, rpcCodes } from './message.ts';
import { metadataResponse, type ProtectedResource } from './protectedResource.ts';
import { readBody } from './readBody.ts';
import { refusal, rpcErrorResponse } from './refusal.ts';
import { serveMessage } from './serveMessage.ts';

export interface GatewayOptions extends Service {
  /** Path of the MCP endpoint, e.g. `/mcp`. */
  readonly path: string;
  readonly allowedHosts: AllowedHosts;
  readonly authenticate: Authenticate;
  /** Where access tokens are accepted: what says who issues them, which everybody may read. */
  readonly resource?: ProtectedResource;
}

export interface RequestInfo {
  /** Id under which the log has this request; a random one where left out. */
  readonly requestId?: string;
}

export type Gateway = (request: Request, info?: RequestInfo) => Promise<Response>;

/**
 * Puts a gateway together. It never throws: whatever fails undiagnosed is 500, or 54001 within a call.
 *
 * Refused are, in this order: another host or a foreign origin (403), another path (404), another method (405), no or
 * bad credentials (401), credentials that may not read (403), a body that is not JSON (415), over 1 MB (413), broken
 * (400, -32700), nested too deep or a batch (400, -32600).
 */
export function createGateway(options: GatewayOptions): Gateway {
  const { log } = options;
  return async (request, { requestId = crypto.randomUUID() } = {}) => {
    let response: Response;
    try {
      response = await respond(options, request, requestId);
    } catch (error) {
      log({ event: 'failure', requestId, error: traceError(error) });
      response = responseTo(error, requestId);
    }
    if (response.status >= 400) log({ event: 'refusal', status: response.status, requestId });
    response.headers.set('cache-control', 'no-store');
    response.headers.set('x-content-type-options', 'nosniff');
    return response;
  };
}

function responseTo(error: unknown, requestId: string): Response {
  if (error instanceof IssuerUnavailable) {
    return refusal(503, 'the issuer of access tokens does not answer', { 'retry-after': '5' });
  }
  return refusal(500, `the request failed; the log of the server says why under request ${requestId}`);
}

async function respond(options: GatewayOptions, request: Request, requestId: string): Promise<Response> {
  const foreign = checkHosts(request, options.allowedHosts);
  if (foreign !== null) return foreign;
  const { pathname } = new URL(request.url);
  if (options.resource?.paths.has(pathname)) return metadataResponse(request, options.resource);
  if (pathname !== options.path) return refusal(404, `MCP is served at ${options.path}`);
  if (request.method !== 'POST') return refusal(405, 'only POST is served here', { allow: 'POST' });
  const caller = await options.authenticate(request);
  if (caller instanceof Response) return caller;
  if (!caller.scopes.has('read')) {
    const challenge = 'Bearer realm="mailglob", error="insufficient_scope", scope="read"';
    return refusal(403, 'the credentials do not allow reading', { 'www-authenticate': challenge });
  }
  const { headers } = request;
  if (
    !isJsonContentType(headers.get('content-type')) ||
    (headers.get('content-encoding') ?? 'identity') !== 'identity'
  ) {
    return refusal(415, 'the body must be application/json, not compressed');
  }
  const { text, problem } = await readBody(request, limits.requestBytes.value);
  if (problem === 'tooLarge') return refusal(413, `the body may have ${limits.requestBytes.value} bytes`);
  if (problem !== undefined) {
    return rpcErrorResponse(400, { code: rpcCodes.parseError, message: 'Parse error: the body is not UTF-8' });
  }
  const { message, error } = parseMessage(text);
  if (error !== undefined) return rpcErrorResponse(400, error);
  return await serveMessage(request, message, () => createMcpServer(options, caller, () => requestId));
}
