import { longTests } from './long-tests.mjs';
import { listFiles, readIfExists } from './repository.mjs';

const page = 'docs/behaviour.md';

/** In this form: AUTH-1, or several as 'AUTH-1 .. AUTH-3' or 'AUTH-1 to AUTH-3'. */
const rule = /\b([A-Z]+)-(\d+)(?:\s*(?:\.\.|to)\s*[A-Z]+-(\d+))?/g;

/**
 * One line for each rule that no test of `npm test` quotes and that the top of the page does not name as one for
 * `npm run test:all`.
 */
export async function checkRules() {
  const folders = ['bench', 'contract', 'demo', 'e2e', 'scripts', 'server', 'web'];
  const files = (await listFiles(...folders)).filter(isOfTests);
  const sources = await Promise.all(files.map(async (file) => ({ file, text: (await readIfExists(file)) ?? '' })));
  return findUntestedRules((await readIfExists(page)) ?? '', sources);
}

/**
 * @param {string} text Of the page.
 * @param {{ file: string; text: string }[]} sources Of the tests.
 */
export function findUntestedRules(text, sources) {
  const start = text.indexOf('\n## ');
  const [top, rules] = [text.slice(0, start), text.slice(start)];
  const inEachRun = new Set(sources.flatMap(({ file, text: source }) => quotedRules(source, isLong(file))));
  const inLongRuns = new Set(sources.flatMap(({ text: source }) => quotedRules(source, false, true)));
  const areLong = new Set(rulesIn(top));
  const all = [...new Set([...rules.matchAll(/\*\*(.*?)\*\*/g)].flatMap(([, bold = '']) => rulesIn(bold)))];
  return all
    .filter((id) => !inEachRun.has(id) && !(areLong.has(id) && inLongRuns.has(id)))
    .map((id) => (areLong.has(id) ? `${page}: no test quotes ${id}` : `${page}: no test of each run quotes ${id}`));
}

/**
 * The rules in square brackets, which is how the titles of tests and of their steps quote them.
 *
 * @param {string} source
 * @param {boolean} isFileLong
 * @param {boolean} takesLong
 */
function quotedRules(source, isFileLong, takesLong = false) {
  const parts = source.split(/^(?= *test(?:\.each\(.*\))?\()/m);
  const read = parts.filter((part) => takesLong || !(isFileLong || isLongTest(part)));
  return read.flatMap((part) => [...part.matchAll(/\[([^\]]*)\]/g)].flatMap(([, quoted = '']) => rulesIn(quoted)));
}

/** The title is on the first line of a test or on the next one. */
const isLongTest = (/** @type {string} */ part) => /^.*(\n.*)?@long['"`]/.test(part);

/** @param {string} text */
function rulesIn(text) {
  return [...text.matchAll(rule)].flatMap(([, area, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => `${area}-${Number(first) + at}`),
  );
}

/** @param {string} file */
const isOfTests = (file) => /\.(test|spec|suite)\.tsx?$|^(e2e|server\/test|web\/test)\//.test(file);

/** @param {string} file */
const isLong = (file) => longTests.includes(file);
