import path from 'node:path';
import { readIfExists } from './repository.mjs';

const page = 'docs/audit/spec-coverage.md';
const link = /\[([^\]]+)\]\(([^)]+)\)/g;
const rule = /^[A-Z]+-\d+$/;

export async function checkCoverage() {
  const table = await readIfExists(page);
  return table === undefined ? [`${page} is not there`] : findCoverageFaults(table);
}

/**
 * One line for each file in the table that does not exist, and each test that does not quote its rule.
 *
 * @param {string} table
 */
export async function findCoverageFaults(table) {
  const links = [...table.matchAll(link)];
  const faults = await Promise.all(links.map(([, text = '', target = '']) => faultOf(text, target)));
  return [...new Set(faults.flat())];
}

/**
 * @param {string} text
 * @param {string} target
 */
async function faultOf(text, target) {
  const file = path.posix.join(path.posix.dirname(page), target);
  const source = await readIfExists(file);
  if (source === undefined) return [`${page}: ${file} is not there`];
  return rule.test(text) && !source.includes(`[${text}]`) ? [`${page}: ${file} has no test of ${text}`] : [];
}
