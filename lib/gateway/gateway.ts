// From an HTTP request to a response: what is turned away before a tool is thought of, in which order, and who calls.

import { isJsonContentType } from '@modelcontextprotocol/server';
import { limits } from '../limits.ts';
import { type ErrorTrace, traceError } from '../log.ts';
import type { Caller } from '../tools/caller.ts';
import type { ToolEnvironment } from '../tools/tool.ts';
import type { Admission } from './admission.ts';
import type { Authenticate } from './authenticate.ts';
import type { Service } from './callTool.ts';
import { answerPreflight, shareWithPage } from './cors.ts';
import { type AllowedHosts, checkHosts } from './hosts.ts';
import { isIssuerUnavailable } from './issuerUnavailable.ts';
import { createMcpServer } from './mcpServer.ts';
import { parseMessage, rpcCodes } from './message.ts';
import { metadataResponse, type ProtectedResource } from './protectedResource.ts';
import { readBody } from './readBody.ts';
import { reasonOf, refusal, rpcErrorResponse } from './refusal.ts';
import { refusalLog } from './refusalLog.ts';
import { secureHeaders } from './secureHeaders.ts';
import { serveMessage } from './serveMessage.ts';
import { DeadlinePassed, within } from './within.ts';

export interface GatewayOptions extends Omit<Service, 'environment'> {
  /** What tools are handed. Asked for by each request that was let in, where it has to be fetched. */
  readonly environment: ToolEnvironment | (() => Promise<ToolEnvironment>);
  /** Path of the MCP endpoint, e.g. `/mcp`. */
  readonly path: string;
  readonly allowedHosts: AllowedHosts;
  readonly authenticate: Authenticate;
  /** Bounds what one caller may ask; left out where there is one caller, who is trusted. */
  readonly admission?: Admission;
  /** Origins of pages that may call from a browser besides the gateway's own; none where left out. */
  readonly corsOrigins?: readonly string[];
  /** After which a request that is not answered gets 504; limits.ts where left out. */
  readonly responseMilliseconds?: number;
  /** Makes the MCP server of an exchange: that of the tools where left out. */
  readonly createServer?: typeof createMcpServer;
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
 * Refused are, in this order: headers that are too long (431), another host or a foreign origin (403), another path
 * (404), another method (405), no or bad credentials (401), credentials that may not read (403), too many requests of one
 * caller (429), a body that is not JSON (415), over 1 MB (413), broken (400, -32700), nested too deep, of too many values
 * or a batch (400, -32600). What takes too long is 504.
 */
export function createGateway(options: GatewayOptions): Gateway {
  const { log, corsOrigins = [], responseMilliseconds = limits.responseMilliseconds.value } = options;
  const logRefusal = refusalLog(log);
  return async (request, { requestId = crypto.randomUUID() } = {}) => {
    let response: Response;
    let trace: { readonly error?: ErrorTrace } = {};
    try {
      response = await within(responseMilliseconds, respond(options, request, requestId));
    } catch (error) {
      trace = { error: traceError(error) };
      response = responseTo(error, requestId);
    }
    if (response.status >= 400)
      logRefusal({ status: response.status, requestId, reason: reasonOf(response), ...trace });
    secureHeaders(request, response);
    shareWithPage(request, response, corsOrigins);
    return response;
  };
}

function responseTo(error: unknown, requestId: string): Response {
  if (isIssuerUnavailable(error)) {
    return refusal(503, 'the issuer of access tokens does not answer', { 'retry-after': '5' });
  }
  if (error instanceof DeadlinePassed) {
    return refusal(504, `the request took too long; the log of the server has it under request ${requestId}`);
  }
  return refusal(500, `the request failed; the log of the server says why under request ${requestId}`);
}

async function respond(options: GatewayOptions, request: Request, requestId: string): Promise<Response> {
  if (!hasShortHeaders(request)) {
    return refusal(431, `the headers may have ${limits.requestHeaderBytes.value} bytes`);
  }
  const { corsOrigins = [] } = options;
  const foreign = checkHosts(request, options.allowedHosts, corsOrigins);
  if (foreign !== null) return foreign;
  const { pathname } = new URL(request.url);
  const metadataOf = options.resource?.paths.has(pathname) ? options.resource : null;
  if (metadataOf === null && pathname !== options.path) return refusal(404, `MCP is served at ${options.path}`);
  // Clients ask for the metadata with a header of MCP, for which browsers ask first.
  const preflight = answerPreflight(request, corsOrigins, metadataOf === null ? 'POST' : 'GET');
  if (preflight !== null) return preflight;
  if (metadataOf !== null) return metadataResponse(request, metadataOf);
  if (request.method !== 'POST') return refusal(405, 'only POST is served here', { allow: 'POST' });
  const caller = await options.authenticate(request);
  if (caller instanceof Response) return caller;
  if (!caller.scopes.has('read')) {
    const challenge = 'Bearer realm="mailglob", error="insufficient_scope", scope="read"';
    return refusal(403, 'the credentials do not allow reading', { 'www-authenticate': challenge });
  }
  const answer = () => answerCaller(options, caller, request, requestId);
  return options.admission ? await options.admission.admit(caller, answer) : await answer();
}

/** As the local server bounds them itself; a function is handed more. */
function hasShortHeaders({ headers }: Request): boolean {
  let size = 0;
  for (const [name, value] of headers) size += name.length + value.length + 4;
  return size <= limits.requestHeaderBytes.value;
}

async function answerCaller(
  options: GatewayOptions,
  caller: Caller,
  request: Request,
  requestId: string,
): Promise<Response> {
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
  const { createServer = createMcpServer } = options;
  const environment = typeof options.environment === 'function' ? await options.environment() : options.environment;
  const service = { ...options, environment };
  return await serveMessage(request, message, () => createServer(service, caller, () => requestId));
}
