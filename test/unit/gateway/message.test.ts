import fc from 'fast-check';
import { parseMessage } from '../../../lib/gateway/message.ts';
import { limits } from '../../../lib/limits.ts';

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

describe('parseMessage', () => {
  it('gives an object as it was sent', () => {
    expect(parseMessage('{"a":[1,{"b":"]}"}]}')).toEqual({ message: { a: [1, { b: ']}' }] } });
  });

  it('refuses by depth alone, as a parser would count it', () => {
    const nested = fc.array(fc.constantFrom('[', '{"k":'), { minLength: 60, maxLength: 68 });
    fc.assert(
      fc.property(nested, fc.jsonValue({ maxDepth: 2 }), (opened, inner) => {
        const closed = opened.toReversed().map(bracket => (bracket === '[' ? ']' : '}'));
        const text = `{"k":${opened.join('')}${JSON.stringify(inner)}${closed.join('')}}`;
        const depth = depthOf(JSON.parse(text));
        expect(parseMessage(text).error?.code).toBe(depth > 64 ? -32600 : undefined);
      }),
    );
  });

  it('refuses more values than it takes, in lists and in objects, before they are made', () => {
    const most = limits.jsonValues.value;
    // The object itself and the list are two.
    const list = (length: number) => JSON.stringify({ k: Array(length).fill(0) });
    expect(parseMessage(list(most - 1)).error).toBeUndefined();
    expect(parseMessage(list(most)).error?.code).toBe(-32600);
    const members = (length: number) => JSON.stringify(Object.fromEntries(Array.from({ length }, (_, i) => [i, 0])));
    expect(parseMessage(members(most)).error).toBeUndefined();
    expect(parseMessage(members(most + 1)).error?.code).toBe(-32600);
    expect(parseMessage(`{"k":[${'[],'.repeat(most)}[]]}`).error?.code).toBe(-32600);
    expect(parseMessage(JSON.stringify({ k: ','.repeat(2 * most) })).error).toBeUndefined();
  });

  it('is not led astray by brackets and quotes in strings', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('[', '{', ']', '}', '"', '\\', 'a'), maxLength: 300 }), text => {
        expect(parseMessage(JSON.stringify({ text }))).toEqual({ message: { text } });
      }),
    );
  });

  it.each([
    ['', -32700],
    ['{', -32700],
    ['undefined', -32700],
    ['{"a":1}x', -32700],
    ['[]', -32600],
    ['"x"', -32600],
    ['null', -32600],
  ])('%j is refused', (text, code) => {
    expect(parseMessage(text).error?.code).toBe(code);
  });

  it('reads a megabyte of brackets once, without recursion', () => {
    expect(parseMessage('['.repeat(1024 * 1024)).error?.code).toBe(-32600);
    expect(parseMessage('[]'.repeat(512 * 1024)).error?.code).toBe(-32600);
  });
});
