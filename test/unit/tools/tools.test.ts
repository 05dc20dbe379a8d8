// What holds for every tool that is served: later ones are held to it by being in the list.

import { toolListing } from '../../../lib/gateway/mcpServer.ts';
import type { JsonSchema } from '../../../lib/tools/jsonSchema.ts';
import { tools } from '../../../lib/tools/tools.ts';

/**
 * A model reads the whole list before it does anything: what it may cost, in bytes a tool. Each property of a result
 * costs some sixty with its description and its place among the required; get_email_content has fifty, two tools show
 * the same summary of a mail, which has thirty, and search_files publishes its report on files beside what it finds.
 */
const bytesATool = 6600;

function describeAll(schema: JsonSchema, path: string): string[] {
  const own = Object.entries(schema.properties ?? {});
  return [
    ...own.filter(([, property]) => !property.description).map(([name]) => `${path}.${name}`),
    ...own.flatMap(([name, property]) => describeAll(property, `${path}.${name}`)),
    ...(schema.items ? describeAll(schema.items, `${path}[]`) : []),
  ];
}

it('keeps the list small', () => {
  expect(Buffer.byteLength(JSON.stringify(toolListing(tools)))).toBeLessThan(bytesATool * tools.size);
});

describe.each([...tools.values()])('$name', tool => {
  it('is found by its name and has what a client shows', () => {
    expect(tools.get(tool.name)).toBe(tool);
    expect(tool.name).toMatch(/^[A-Za-z_]{1,64}$/);
    expect(tool.title).not.toBe('');
    expect(tool.annotations).toMatchObject({ destructiveHint: false, idempotentHint: true, openWorldHint: false });
  });

  it('says what it reads, that it changes nothing and what bounds it', () => {
    expect(tool.description).toMatch(/this archive alone, never a mail server, and changes nothing/);
    expect(tool.description).toMatch(/at most \d+/);
  });

  it('describes every argument, with what leaving it out means, and every property of its result', () => {
    expect(describeAll(tool.inputSchema, 'arguments')).toEqual([]);
    expect(describeAll(tool.outputSchema, 'result')).toEqual([]);
    const required = tool.inputSchema.required ?? [];
    const optional = Object.entries(tool.inputSchema.properties ?? {}).filter(([name]) => !required.includes(name));
    const silent = optional.filter(([, { description }]) => !/\. Left out: \S/.test(description ?? ''));
    expect(silent.map(([name]) => name)).toEqual([]);
    expect([tool.inputSchema.additionalProperties, tool.outputSchema.additionalProperties]).toEqual([false, false]);
  });
});
