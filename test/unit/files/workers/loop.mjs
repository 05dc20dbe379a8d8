import { parentPort } from 'node:worker_threads';

let answered = 0;
parentPort.on('message', ({ what }) => {
  if (what === 'loop') for (;;);
  if (what === 'heap') for (const held = []; ; ) held.push({ held: [held.length] });
  if (what === 'buffers') {
    const held = [];
    const fill = () => {
      held.push(new Uint8Array(16 * 1024 * 1024).fill(1));
      setTimeout(fill, 5);
    };
    fill();
    return;
  }
  if (what === 'throw') throw new Error('a parser failed');
  if (what === 'exit') process.exit(3);
  parentPort.postMessage({ answered: ++answered });
});
