// Builds dist/ once before the tests that drive the command. Jest wants a function of a CommonJS module here.

const { execFileSync } = require('node:child_process');
const { join } = require('node:path');

module.exports = () => {
  execFileSync(process.execPath, [join(__dirname, '..', '..', 'infra', 'build.ts')], { stdio: 'inherit' });
};
