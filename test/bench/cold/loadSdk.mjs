// Loads a bundle of the AWS SDK, makes its requests where that is asked for, and prints the CPU milliseconds so far.
// Plain JavaScript, as the other programs here that are measured: stripping types would be measured too.

const [, , bundle, call] = process.argv;
const { run } = await import(bundle);
if (call === 'call') await run();
const { user, system } = process.cpuUsage();
process.stdout.write(String((user + system) / 1000));
process.exit(0);
