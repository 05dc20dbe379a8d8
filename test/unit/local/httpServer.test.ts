// What the HTTP server does by itself: how long it waits, how it starts and how it stops.

import { once } from 'node:events';
import { connect } from 'node:net';
import { type HttpServer, startHttpServer } from '../../../lib/local/httpServer.ts';

let server: HttpServer;
/** As a gateway would: says how long the body is, or that it is longer than was read of it. */
const handle = async (request: Request) => {
  const { length } = await request.bytes();
  const isWhole = Number(request.headers.get('content-length')) === length;
  return new Response(JSON.stringify({ length }), { status: isWhole ? 200 : 413 });
};

beforeAll(async () => {
  const times = { idleMilliseconds: 300, requestMilliseconds: 1500 };
  server = await startHttpServer({ host: '127.0.0.1', port: 0, handle, ...times });
});

afterAll(async () => {
  await server.close();
});

/** Sends text as it is and gives what comes back until the server closes. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1');
    let received = '';
    socket.on('data', chunk => {
      received += chunk.toString('latin1');
    });
    socket.on('close', () => resolve(received));
    socket.on('error', error => (received === '' ? reject(error) : resolve(received)));
    socket.write(text);
  });
}

describe('requests that stand still', () => {
  it.each([
    ['before a word', ''],
    ['in the headers', 'POST /mcp HTTP/1.1\r\nHost: loc'],
    [
      'in the body',
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"jsonrpc"',
    ],
    [
      'in a body too large',
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9000000\r\n\r\n{`,
    ],
  ])('%s are closed', async (_, request) => {
    // Comes to an end only because the server closes.
    expect(await raw(request)).not.toMatch(/^HTTP\/1\.1 200/);
  });

  it('are closed where they trickle without end', async () => {
    const outcome = await new Promise<string>(resolve => {
      const socket = connect(server.port, '127.0.0.1');
      socket.write(
        'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n',
      );
      const timer = setInterval(() => socket.write(' '), 50);
      const end = (what: string) => {
        clearInterval(timer);
        resolve(what);
      };
      socket.on('error', () => end('closed'));
      socket.on('close', () => end('closed'));
      socket.resume();
    });
    expect(outcome).toBe('closed');
  });

  it('leave others be', async () => {
    const still = connect(server.port, '127.0.0.1');
    still.on('error', () => {});
    still.write('POST /mcp HTTP/1.1\r\n');
    const answer = await fetch(server.origin, { method: 'POST', body: 'four' });
    expect(await answer.json()).toEqual({ length: 4 });
    still.destroy();
  });
});

describe('as many connections as there may be', () => {
  it('make room for one more: the oldest that waits is closed', async () => {
    const small = await startHttpServer({ host: '127.0.0.1', port: 0, handle, connections: 3 });
    const closed: number[] = [];
    const slow = [];
    for (const i of [0, 1, 2]) {
      const socket = connect(small.port, '127.0.0.1');
      socket.on('error', () => {}).on('close', () => closed.push(i));
      await once(socket, 'connect');
      socket.write('POST /mcp HTTP/1.1\r\nHost: loc');
      slow.push(socket);
    }
    const first = slow[0];
    const gone = first && once(first, 'close');
    const answer = await fetch(small.origin, { method: 'POST', body: 'four' });
    expect(await answer.json()).toEqual({ length: 4 });
    await gone;
    expect(closed).toEqual([0]);
    await small.close();
  });

  it('turn one more away where all are being answered', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    let entered = 0;
    const { promise: full, resolve: fill } = Promise.withResolvers<void>();
    const busy = await startHttpServer({
      host: '127.0.0.1',
      port: 0,
      connections: 2,
      handle: async () => {
        if (++entered === 2) fill();
        await gate;
        return new Response('{"done":true}');
      },
    });
    const running = [1, 2].map(() => fetch(busy.origin, { method: 'POST', body: '{}' }));
    await full;
    await expect(fetch(busy.origin, { method: 'POST', body: '{}' })).rejects.toThrow();
    open();
    for (const answer of await Promise.all(running)) expect(await answer.json()).toEqual({ done: true });
    await busy.close();
  });
});

describe('connections that send on without waiting for answers', () => {
  const pipelined = (count: number, path = '/') =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}`.repeat(count);

  /** A server that answers 401 below /no, tells what it was asked in order, and holds answers back until it is let. */
  async function recorder({ connections, isHeld = false }: { connections?: number; isHeld?: boolean } = {}) {
    const asked: string[] = [];
    const gate = Promise.withResolvers<void>();
    if (!isHeld) gate.resolve();
    const recording = await startHttpServer({
      host: '127.0.0.1',
      port: 0,
      ...(connections === undefined ? {} : { connections }),
      handle: async request => {
        const { pathname } = new URL(request.url);
        asked.push(pathname);
        await gate.promise;
        return new Response('{}', { status: pathname.startsWith('/no') ? 401 : 200 });
      },
    });
    return { asked, open: () => gate.resolve(), ...recording };
  }

  /** A connection that has sent something; `answers` is how many came back. */
  async function connection(port: number, text: string) {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.setEncoding('latin1').on('data', (piece: string) => {
      received += piece;
    });
    socket.on('error', () => {});
    await once(socket, 'connect');
    if (text !== '') await new Promise<void>(resolve => socket.write(text, () => resolve()));
    return { socket, answers: () => received.split('HTTP/1.1 ').length - 1 };
  }

  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise(resolve => setTimeout(resolve, 5));
  };

  it('have one request answered at a time, in order', async () => {
    const held = await recorder({ isHeld: true });
    const { socket, answers } = await connection(
      held.port,
      pipelined(1, '/1') + pipelined(1, '/2') + pipelined(1, '/3'),
    );
    await until(() => held.asked.length > 0);
    // Answered beside it, so that the first connection had time to be served further.
    const other = fetch(held.origin, { method: 'POST', body: '{}' });
    await until(() => held.asked.includes('/'));
    expect(held.asked).toEqual(['/1', '/']);
    held.open();
    await other;
    await until(() => answers() === 3);
    expect(held.asked).toEqual(['/1', '/', '/2', '/3']);
    socket.destroy();
    await held.close();
  });

  it.each([
    ['one that was let in', '/'],
    ['one that is turned away', '/no'],
  ])('do not stand before the one request of another: %s', async (_, path) => {
    const open = await recorder();
    const count = 5000;
    const { answers, socket } = await connection(open.port, pipelined(count, path));
    await until(() => answers() > 0);
    expect((await fetch(`${open.origin}/other`, { method: 'POST', body: '{}' })).status).toBe(200);
    expect(open.asked.indexOf('/other')).toBeLessThan(count / 2);
    await until(() => answers() === count);
    expect(open.asked).toHaveLength(count + 1);
    socket.destroy();
    await open.close();
  });

  it('are closed before others where there are as many as may be, and after them those that were turned away', async () => {
    const few = await recorder({ connections: 3 });
    const closed: string[] = [];
    const begin = async (name: string, text: string, count: number) => {
      const one = await connection(few.port, text);
      one.socket.on('close', () => closed.push(name));
      await until(() => one.answers() >= count);
      return one;
    };
    const idle = await begin('idle', pipelined(1), 1);
    await begin('refused', pipelined(1, '/no'), 1);
    await begin('greedy', pipelined(20_000), 1);
    for (const name of ['greedy', 'refused']) {
      const one = await begin('new', pipelined(1), 1);
      await until(() => closed.length > 0);
      expect(closed.splice(0)).toEqual([name]);
      expect(one.answers()).toBe(1);
    }
    idle.socket.write(pipelined(1));
    await until(() => idle.answers() === 2);
    await few.close();
  });

  it('are forgotten with what they still wait for once they are gone', async () => {
    const open = await recorder();
    const { answers, socket } = await connection(open.port, pipelined(2000));
    await until(() => answers() > 0);
    socket.destroy();
    await open.close();
    expect(open.asked.length).toBeLessThan(2000);
  });
});

describe('starting and stopping', () => {
  it('says what to do where the port is taken', async () => {
    await expect(startHttpServer({ host: '127.0.0.1', port: server.port, handle })).rejects.toThrow(
      `127.0.0.1:${server.port} is in use: stop what listens there, or give another --port (0 takes a free one)`,
    );
  });

  it('says what to do where the address is none of this machine', async () => {
    await expect(startHttpServer({ host: '192.0.2.1', port: 0, handle })).rejects.toThrow(
      '192.0.2.1 is no address of this machine',
    );
  });

  it.each([
    ['on which nothing was sent', ''],
    ['with half of the headers', 'POST /mcp HTTP/1.1\r\nHost: loc'],
    ['with half of a body', 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"jsonrpc"'],
  ])('closes a connection %s at once and lets a running exchange finish', async (_, text) => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const { promise: entered, resolve: enter } = Promise.withResolvers<void>();
    const other = await startHttpServer({
      host: '127.0.0.1',
      port: 0,
      handle: async () => {
        enter();
        await gate;
        return new Response('{"done":true}');
      },
    });
    const unfinished = connect(other.port, '127.0.0.1');
    const unfinishedClosed = new Promise(resolve => unfinished.once('close', resolve));
    unfinished.on('error', () => {});
    await once(unfinished, 'connect');
    // One write, before the request that is waited for.
    if (text !== '') await new Promise<void>(resolve => unfinished.write(text, () => resolve()));
    const running = fetch(other.origin, { method: 'POST', body: '{}' });
    await entered;
    const closed = other.close();
    await unfinishedClosed;
    open();
    expect(await (await running).json()).toEqual({ done: true });
    await closed;
    await expect(fetch(other.origin)).rejects.toThrow();
  });
});
