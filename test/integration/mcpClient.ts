// A real MCP client of searchAttachments, for the deployed gateway and the local one alike.

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

export interface AttachmentResult {
  readonly attachment_id: string;
  readonly message_id: string;
  readonly filename: string;
  readonly account_id: string;
}

interface Page {
  readonly data: readonly AttachmentResult[];
  readonly returned: number;
  readonly has_more: boolean;
  readonly next_cursor?: string;
}

export interface SearchClient {
  readonly client: Client;
  /** Every row of a question, page after page. */
  findAll(question: Readonly<Record<string, unknown>>): Promise<AttachmentResult[]>;
  close(): Promise<void>;
}

export async function connect(url: URL, apiKey?: string): Promise<SearchClient> {
  const client = new Client({ name: 'mailglob-integration', version: '1.0.0' });
  const headers: Record<string, string> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  // Its types and ours differ in what an optional property may be.
  const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers } });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return {
    client,
    async findAll(question) {
      const rows: AttachmentResult[] = [];
      for (let cursor: string | undefined; ; ) {
        const result = await client.callTool({
          name: 'searchAttachments',
          arguments: { ...question, ...(cursor === undefined ? {} : { cursor }) },
        });
        if (result.isError) throw new Error(JSON.stringify(result.content));
        const page = result.structuredContent as unknown as Page;
        rows.push(...page.data);
        if (!page.has_more) return rows;
        cursor = page.next_cursor;
      }
    },
    close: () => client.close(),
  };
}
