import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { inRoot, root } from './repository.mjs';

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {Record<string, string>} [env] Added to the environment of this process.
 * @property {boolean} [isQuiet]
 * @property {(pid: number) => void} [onStart]
 * @property {(message: unknown) => void} [onMessage] Receives what the program, which is one of Node.js, sends with
 *   `process.send`.
 */

/** @typedef {{ isGood: boolean; text: string }} RunResult */

/** @type {Record<string, string>} */
const packageOf = { playwright: '@playwright/test' };

/**
 * Runs a program to its end. Its output is inherited, or collected with `isQuiet`. Never throws for a failing program:
 * the caller decides what a failure means.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<RunResult>}
 */
export function run(command, args, options = {}) {
  const { cwd = root, env = {}, isQuiet = false, onStart, onMessage } = options;
  return new Promise((resolve) => {
    const output = isQuiet ? 'pipe' : 'inherit';
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', output, output, ...(onMessage === undefined ? [] : /** @type {const} */ (['ipc']))],
    });
    if (onMessage !== undefined) child.on('message', onMessage);
    if (child.pid !== undefined) onStart?.(child.pid);
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (piece) => {
        text += piece;
      });
    }
    child.once('error', (error) => resolve({ isGood: false, text: `${command}: ${error.message}` }));
    child.once('close', (code, signal) => {
      const ending = signal === null ? '' : `${command} was ended by ${signal}\n`;
      resolve({ isGood: code === 0, text: text + ending });
    });
  });
}

/**
 * Runs an installed npm package's program with the current Node.js, so that neither PATH nor a shell matters.
 *
 * @param {string} name
 * @param {string[]} args
 * @param {RunOptions} options
 */
export async function runTool(name, args, options) {
  return run(process.execPath, [await toolPath(name), ...args], options);
}

/**
 * The file that Node.js runs for a program of an npm package.
 *
 * @param {string} name
 */
export async function toolPath(name) {
  const packageName = packageOf[name] ?? name;
  const folder = inRoot('node_modules', packageName);
  /** @type {{ bin: string | Record<string, string> }} */
  const { bin } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  return path.join(folder, typeof bin === 'string' ? bin : (bin[name] ?? ''));
}
