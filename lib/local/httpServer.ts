// HTTP/1.1 on this machine: from Node's server to a function of Request and Response. Bounds how long, how large and
// how many; what a request means is not known here.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { UserError } from '../errors.ts';
import { limits } from '../limits.ts';
import { takeTurns } from './takeTurns.ts';
import { trackExchanges } from './trackExchanges.ts';

export interface HttpServerOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Answers a request. Its body, if any, has been read to its end, or just past the bound that the handler has. */
  readonly handle: (request: Request) => Promise<Response>;
  /** How long a connection may stand still; limits.ts where left out. */
  readonly idleMilliseconds?: number;
  /** How long a whole request may take to arrive; limits.ts where left out. */
  readonly requestMilliseconds?: number;
  /** How many may be open at once; limits.ts where left out. */
  readonly connections?: number;
}

export interface HttpServer {
  /** `http://HOST:PORT`, with the port that was taken. */
  readonly origin: string;
  readonly port: number;
  /** Takes no more requests, lets those that run finish for a moment, then closes every connection. */
  readonly close: () => Promise<void>;
}

/** Methods that the Request class does not take; they are refused as any other that is not POST. */
const unspeakable = new Set(['CONNECT', 'TRACE', 'TRACK']);
const bodiless = new Set(['GET', 'HEAD']);
/** Of answers to who may not ask, or asks too much. */
const refusals: ReadonlySet<number> = new Set([401, 403, 429]);
const sweepMilliseconds = 1000;

/**
 * Listens.
 * @throws UserError where the port is taken or the address is not this machine's.
 */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const idle = options.idleMilliseconds ?? limits.idleMilliseconds.value;
  const whole = options.requestMilliseconds ?? limits.requestMilliseconds.value;
  const server = createServer({
    maxHeaderSize: limits.requestHeaderBytes.value,
    headersTimeout: Math.min(idle, whole),
    requestTimeout: whole,
    keepAliveTimeout: idle,
    connectionsCheckingInterval: Math.min(sweepMilliseconds, idle),
  });
  // Closes a connection on which nothing moves, in whichever part of an exchange.
  server.setTimeout(idle);
  const stop = trackExchanges(server, options.connections ?? limits.connections.value, refusals);
  const inTurn = takeTurns();
  server.on('request', (request, response) => {
    const { socket } = request;
    inTurn(socket, async () => {
      await answer(options, request, response).catch(() => socket.destroy());
      return { wasRefused: refusals.has(response.statusCode) };
    });
  });
  await listen(server, options);
  const { address, port } = server.address() as AddressInfo;
  return { origin: `http://${isIPv6(address) ? `[${address}]` : address}:${port}`, port, close: stop };
}

async function listen(server: Server, { host, port }: HttpServerOptions): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port }, () => {
        server.off('error', reject);
        resolve();
      });
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const place = `${isIPv6(host) ? `[${host}]` : host}:${port}`;
    if (code === 'EADDRINUSE') {
      throw new UserError(
        `${place} is in use: stop what listens there, or give another --port (0 takes a free one)`,
        error,
      );
    }
    if (code === 'EACCES') throw new UserError(`${place} may not be used by you: give a --port from 1024 up`, error);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
      throw new UserError(`${host} is no address of this machine: give another --host, such as 127.0.0.1`, error);
    }
    throw error;
  }
}

/** One exchange, until its answer is out; rejects where the client has gone. */
async function answer(
  { handle }: HttpServerOptions,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const body = await readBody(incoming, limits.requestBytes.value);
  const request = toRequest(incoming, body);
  const response = request === null ? new Response(null, { status: 400 }) : await handle(request);
  const content = Buffer.from(await response.arrayBuffer());
  outgoing.statusCode = response.status;
  response.headers.forEach((value, name) => {
    outgoing.setHeader(name, value);
  });
  outgoing.setHeader('content-length', content.length);
  const out = outgoing.closed ? null : once(outgoing, 'close');
  outgoing.end(content);
  if (!incoming.complete) discardRest(incoming);
  await out;
}

/** The body, or its first `most` bytes and one more: enough to tell that it is too long. */
function readBody(incoming: IncomingMessage, most: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = () => {
      incoming.off('data', take);
      incoming.pause();
      resolve(Buffer.concat(chunks).subarray(0, most + 1));
    };
    const take = (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > most) finish();
    };
    incoming.on('data', take);
    incoming.once('end', finish);
    incoming.once('error', reject);
    incoming.once('close', () => reject(new Error('the client has gone')));
    // Refused by its own word, whatever the bytes say.
    if (Number(incoming.headers['content-length']) > most) finish();
  });
}

/**
 * Reads on, for nothing, after a request was answered early: closing at once would reset the connection, and the client
 * would not get to read the answer. A body without an end is cut.
 */
function discardRest(incoming: IncomingMessage): void {
  let left = limits.discardedBytes.value;
  incoming.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) incoming.socket.destroy();
  });
  incoming.resume();
}

/** The request as the web has it; null for one it has no words for. */
function toRequest(incoming: IncomingMessage, body: Buffer): Request | null {
  const { method: sent = '', url = '', rawHeaders } = incoming;
  // A path alone: neither a proxy's absolute form nor `*` is for this server. The host is in its header.
  if (!url.startsWith('/')) return null;
  const method = unspeakable.has(sent) ? 'OPTIONS' : sent;
  try {
    const headers = new Headers();
    for (let i = 0; i + 1 < rawHeaders.length; i += 2) headers.append(rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '');
    return new Request(`http://localhost${url}`, {
      method,
      headers,
      ...(bodiless.has(method) ? {} : { body: new Uint8Array(body) }),
    });
  } catch {
    return null;
  }
}
