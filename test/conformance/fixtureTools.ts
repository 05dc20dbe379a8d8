// Tools that the conformance suites want a server to have, which show what a protocol can carry and no archive needs.
// They are in no build but that of these tests.

import type { CallToolResult } from '@modelcontextprotocol/server';
import { ProtocolError } from '@modelcontextprotocol/server';

export interface FixtureTool {
  readonly description: string;
  readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown };
  /** @throws ProtocolError */
  readonly call: () => CallToolResult;
}

/** One red pixel, and a tenth of a second of silence without a sample. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';

const text = (said: string) => ({ type: 'text', text: said }) as const;
const resource = (uri: string, mimeType: string, said: string) =>
  ({ type: 'resource', resource: { uri, mimeType, text: said } }) as const;

const noArguments = { type: 'object', properties: {}, additionalProperties: false } as const;

const answering = (description: string, ...content: CallToolResult['content']): FixtureTool => ({
  description,
  inputSchema: noArguments,
  call: () => ({ content }),
});

const schema2020 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
} as const;

/** MissingRequiredClientCapability of 2026-07-28. */
const missingCapability = -32_021;

export const fixtureTools: ReadonlyMap<string, FixtureTool> = new Map<string, FixtureTool>([
  ['test_simple_text', answering('Answers with a text', text('This is a simple text response for testing.'))],
  ['test_image_content', answering('Answers with a picture', { type: 'image', data: png, mimeType: 'image/png' })],
  ['test_audio_content', answering('Answers with a sound', { type: 'audio', data: wav, mimeType: 'audio/wav' })],
  [
    'test_embedded_resource',
    answering(
      'Answers with a resource',
      resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
    ),
  ],
  [
    'test_multiple_content_types',
    answering(
      'Answers with several kinds of content',
      text('Multiple content types test:'),
      { type: 'image', data: png, mimeType: 'image/png' },
      resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ),
  ],
  [
    'test_error_handling',
    {
      description: 'Fails',
      inputSchema: noArguments,
      call: () => ({ content: [text('This tool intentionally returns an error for testing')], isError: true }),
    },
  ],
  ['test_logging_tool', answering('Answers without a word in the log of its client', text('Nothing was logged.'))],
  ['test_streaming_elicitation', answering('Answers without asking its client', text('Nothing was asked.'))],
  [
    'json_schema_2020_12_tool',
    { ...answering('Has a schema of many keywords', text('Done.')), inputSchema: schema2020 },
  ],
  [
    'test_missing_capability',
    {
      description: 'Wants what no client has declared',
      inputSchema: noArguments,
      call: () => {
        const required = { requiredCapabilities: { sampling: {} } };
        throw new ProtocolError(missingCapability, 'the client must be able to sample', required);
      },
    },
  ],
]);
