// The gateway as it is, over a small archive, with the tools of the conformance suites beside its own.

import type { Server } from '@modelcontextprotocol/server';
import { noAuthentication } from '../../lib/gateway/authenticate.ts';
import { createGateway } from '../../lib/gateway/gateway.ts';
import { loopbackHosts } from '../../lib/gateway/hosts.ts';
import { createMcpServer, toolListing } from '../../lib/gateway/mcpServer.ts';
import { type HttpServer, startHttpServer } from '../../lib/local/httpServer.ts';
import { sampleService } from '../doubles/toolService.ts';
import { fixtureTools } from './fixtureTools.ts';

const path = '/mcp';

export interface ConformanceGateway {
  readonly url: string;
  readonly close: HttpServer['close'];
}

export async function startConformanceGateway(): Promise<ConformanceGateway> {
  const gateway = createGateway({
    ...(await sampleService()),
    path,
    allowedHosts: loopbackHosts,
    authenticate: noAuthentication,
    createServer: (...made) => withFixtures(createMcpServer(...made), made[0].tools),
  });
  const server = await startHttpServer({ host: '127.0.0.1', port: 0, handle: request => gateway(request) });
  return { url: server.origin + path, close: server.close };
}

function withFixtures(server: Server, tools: Parameters<typeof toolListing>[0]): Server {
  const { fallbackRequestHandler: callTool } = server;
  server.setRequestHandler('tools/list', () => ({
    tools: [
      ...toolListing(tools),
      ...[...fixtureTools].map(([name, { description, inputSchema }]) => ({ name, description, inputSchema })),
    ],
  }));
  server.fallbackRequestHandler = async (request, context) => {
    const fixture = fixtureTools.get(String(request.params?.name));
    if (request.method === 'tools/call' && fixture !== undefined) return fixture.call();
    if (callTool === undefined) throw new Error('the server calls no tools');
    return await callTool(request, context);
  };
  return server;
}
