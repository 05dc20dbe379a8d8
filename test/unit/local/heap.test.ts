import fc from 'fast-check';
import { makeHeap } from '../../../lib/local/heap.ts';

describe('makeHeap', () => {
  it('gives what a sorted list would, whatever comes in between', () => {
    const step = fc.option(fc.integer({ min: 0, max: 20 }), { nil: null, freq: 3 });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), steps => {
        const heap = makeHeap<number>((a, b) => a < b);
        const model: number[] = [];
        for (const item of steps) {
          if (item === null) expect(heap.pop()).toBe(model.shift());
          else {
            heap.push(item);
            model.push(item);
            model.sort((a, b) => a - b);
          }
          expect(heap.peek()).toBe(model[0]);
          expect(heap.size).toBe(model.length);
        }
      }),
    );
  });
});
