import { readFile } from 'node:fs/promises';

import { findViolations } from './import-rules.mjs';
import { inRoot, isProgram, listFiles } from './repository.mjs';

/** Reads the workspaces and returns the violations of docs/architecture.md's import rules, one line each. */
export async function checkImports() {
  const files = await listFiles('contract/src', 'server/src', 'server/test', 'web/src', 'web/test', 'e2e');
  const typeScript = files.filter((file) => /\.tsx?$/.test(file) && !/\.(?:config|d)\.ts$/.test(file));
  const texts = await Promise.all(typeScript.map((file) => readFile(inRoot(file), 'utf8')));
  const sources = new Map(typeScript.map((file, position) => [file, texts[position]]));
  return findViolations(sources).map(({ path, rule, detail }) => `${path}: ${rule}${detail && ` (${detail})`}`);
}

if (await isProgram(import.meta.url)) {
  const lines = await checkImports();
  for (const line of lines) console.log(line);
  process.exitCode = lines.length > 0 ? 1 : 0;
}
