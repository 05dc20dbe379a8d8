// Hands the ingest function events about keys, ten a batch, and prints the CPU milliseconds a mail once it is warm.

const { readFileSync } = require('node:fs');

const [, , bundle, keysFile] = process.argv;
const { handler } = require(bundle);
const keys = JSON.parse(readFileSync(keysFile, 'utf8'));
const batchSize = 10;

const recordOf = (key, i) => ({
  messageId: `m${i}`,
  attributes: { ApproximateReceiveCount: '1' },
  body: JSON.stringify({ Records: [{ eventName: 'ObjectCreated:Put', s3: { object: { key, size: 4096 } } }] }),
});

async function all() {
  for (let i = 0; i < keys.length; i += batchSize) {
    const { batchItemFailures } = await handler({ Records: keys.slice(i, i + batchSize).map(recordOf) });
    if (batchItemFailures.length > 0) throw new Error('a mail was not stored');
  }
}

async function main() {
  await all();
  const before = process.cpuUsage();
  await all();
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(String((user + system) / 1000 / keys.length));
  process.exit(0);
}

main();
