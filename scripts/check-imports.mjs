import { readFile } from 'node:fs/promises';

import { findViolations } from './import-rules.mjs';
import { inRoot, isMainModule, listFiles } from './repository.mjs';

const folders = [
  'contract/src',
  'server/src',
  'server/test',
  'web/src',
  'web/test',
  'e2e',
  'bench/src',
  'demo/src',
  'scripts',
];
/** Configuration and declarations; and the tests of the rules, which quote code that breaks them. */
const notChecked = /\.(?:config|d)\.\w+$|^scripts\/import-rules\.test\.ts$/;

/** Reads the workspaces and returns the violations of docs/architecture.md's import rules, one line each. */
export async function checkImports() {
  const files = await listFiles(...folders);
  const modules = files.filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !notChecked.test(file));
  const texts = await Promise.all(modules.map((file) => readFile(inRoot(file), 'utf8')));
  const sources = new Map(modules.map((file, position) => [file, texts[position] ?? '']));
  return findViolations(sources).map(({ path, rule, detail }) => `${path}: ${rule}${detail && ` (${detail})`}`);
}

if (await isMainModule(import.meta.url)) {
  const lines = await checkImports();
  for (const line of lines) console.log(line);
  process.exitCode = lines.length > 0 ? 1 : 0;
}
