// Requests of methods there are, with params that are not theirs.

const client = { name: 'test', version: '1' };

/** What is wrong, the method, the params. */
export const malformed: readonly (readonly [string, string, unknown])[] = [
  ['initialize without params', 'initialize', undefined],
  ['initialize with nothing in its params', 'initialize', {}],
  ['a revision that is no text', 'initialize', { protocolVersion: 5, capabilities: {}, clientInfo: client }],
  ['capabilities in a list', 'initialize', { protocolVersion: '2025-06-18', capabilities: [], clientInfo: client }],
  ['a client without a name', 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: {} }],
  ['a cursor that is no text', 'tools/list', { cursor: 5 }],
  ['params that are a list', 'tools/list', []],
  ['params that are a text', 'tools/list', 'x'],
  ['params that are null', 'tools/list', null],
  ['_meta that is no object', 'ping', { _meta: 5 }],
  ['a progress token that is none', 'tools/call', { _meta: { progressToken: {} }, name: 'searchAttachments' }],
  ['a call without a name', 'tools/call', {}],
  ['a call of something that is no name', 'tools/call', { name: 5 }],
  ['arguments in a list', 'tools/call', { name: 'searchAttachments', arguments: [] }],
];
