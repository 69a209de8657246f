import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { ensureInstalled } from './install.mjs';
import { requireNode } from './node-version.mjs';
import { inRoot, root } from './repository.mjs';
import { toolPath } from './run-program.mjs';

const webPort = 3000;
const serverPort = 3001;

let isStopping = false;

requireNode();
await ensureInstalled();

const children = await Promise.all([
  startTool('tsx', ['watch', '--clear-screen=false', 'server/src/main.ts'], root, {
    NODE_ENV: 'development',
    PORT: String(serverPort),
    PUBLIC_URL: `http://localhost:${webPort}`,
  }),
  startTool('vite', ['--port', String(webPort), '--strictPort', '--clearScreen', 'false'], inRoot('web'), {
    PORT: String(webPort),
    API_URL: `http://127.0.0.1:${serverPort}`,
  }),
]);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => stopAll());
}
const endings = children.map((child) => once(child, 'exit'));
const [code] = await Promise.race(endings);
stopAll();
await Promise.all(endings);
process.exitCode = code ?? 0;

/**
 * @param {string} name
 * @param {string[]} args
 * @param {string} cwd
 * @param {Record<string, string>} env
 */
async function startTool(name, args, cwd, env) {
  return spawn(process.execPath, [await toolPath(name), ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    // Detached from the terminal's Ctrl-C: with our own signal it would arrive twice, which tsx treats as forced.
    detached: true,
  });
}

function stopAll() {
  if (isStopping) return;
  isStopping = true;
  for (const child of children) child.kill('SIGTERM');
}
