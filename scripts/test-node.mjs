import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { runNpm } from './install.mjs';
import { cacheDir, inRoot } from './repository.mjs';
import { run } from './run-program.mjs';

// `npm run test:node -- 24` runs `npm test` with the newest release of that line, and with what else is asked.
const [line, ...asked] = process.argv.slice(2);
if (line === undefined || !/^\d+(\.\d+){0,2}$/.test(line)) {
  console.error('Name a line of Node.js: npm run test:node -- 24');
  process.exit(1);
}

// The runtime is published as npm packages, so that no other source is needed.
const packageName = `node-${process.platform}-${process.arch}`;
const folder = path.join(cacheDir, `node-${line}`);
await mkdir(folder, { recursive: true });
const install = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
const { isGood, text } = await runNpm([...install, `${packageName}@${line}`], { isQuiet: true });
if (!isGood) {
  console.error(`Node.js ${line} could not be installed:\n${text.trimEnd()}`);
  process.exit(1);
}
const binaries = path.join(folder, 'node_modules', packageName, 'bin');
const { version } = JSON.parse(await readFile(path.join(binaries, '..', 'package.json'), 'utf8'));
console.log(`Node.js ${version}`);
const program = path.join(binaries, 'node');
const tests = await run(program, [inRoot('scripts', 'test.mjs'), ...asked], {
  // Programs that tests start by name are of the same version.
  env: { PATH: `${binaries}${path.delimiter}${process.env.PATH}` },
});
process.exitCode = tests.isGood ? 0 : 1;
