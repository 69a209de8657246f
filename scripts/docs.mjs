import { readFile, writeFile } from 'node:fs/promises';
import { ensureInstalled } from './install.mjs';
import { inRoot, isMainModule } from './repository.mjs';

/** The page whose tables are generated from the contract. */
const realtimePage = 'docs/realtime.md';

/**
 * @typedef {typeof import('../contract/src/reference/events.ts') &
 *   typeof import('../contract/src/socket-limits.ts')} Reference
 */

/**
 * The text between the markers with these names, generated from the contract.
 *
 * @type {Record<string, (reference: Reference) => string>}
 */
const tables = {
  limits: ({ socketLimits }) =>
    `A person may send at most ${socketLimits.eventsPerMinute} events a minute, over all connections to a process; events with their own rate limit are counted separately.\nA user may have at most ${socketLimits.connectionsPerPerson} connections. An event may be at most ${socketLimits.eventMaxBytes / 1024} KiB long.`,
  'client events': ({ listClientEvents }) =>
    tableOf(
      ['Client event', 'Arguments', 'Access', 'Effect', 'Server sends', 'Rate limit'],
      listClientEvents().map(({ name, args, who, effect, answer, limit }) => [
        code(name),
        args.map(argumentText).join('<br>'),
        who,
        effect,
        answer,
        limit,
      ]),
    ),
  'server events': ({ listServerEvents }) =>
    tableOf(
      ['Server event', 'Arguments', 'Recipients', 'Description'],
      listServerEvents().map(({ name, args, to, meaning }) => [
        code(name),
        args.map(argumentText).join('<br>'),
        to,
        meaning,
      ]),
    ),
};

/**
 * The pages with generated tables, as they are and as they should be.
 *
 * @returns {Promise<{ name: string; before: string; after: string }[]>}
 */
async function readPages() {
  // Imported late: the test run imports this file before packages are installed.
  const { tsImport } = await import('tsx/esm/api');
  /** @type {Reference} */
  const reference = {
    ...(await tsImport('../contract/src/reference/events.ts', import.meta.url)),
    ...(await tsImport('../contract/src/socket-limits.ts', import.meta.url)),
  };
  /** @type {typeof import('../bench/src/result-pages.ts')} */
  const { readResultPages } = await tsImport('../bench/src/result-pages.ts', import.meta.url);
  const before = await readFile(inRoot(realtimePage), 'utf8');
  const after = Object.entries(tables).reduce((text, [name, make]) => fillMarkers(text, name, make(reference)), before);
  return [{ name: realtimePage, before, after }, ...(await readResultPages())];
}

/** One line for each fault. */
export async function checkDocs() {
  const stale = (await readPages()).filter(({ before, after }) => before !== after);
  return stale.map(({ name }) => `${name} is not up to date: run npm run docs`);
}

/**
 * The text with the table between its markers.
 *
 * @param {string} text
 * @param {string} name
 * @param {string} table
 */
export function fillMarkers(text, name, table) {
  const [start, end] = [`<!-- ${name}: made by npm run docs -->`, `<!-- end of ${name} -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${realtimePage} has no place for the ${name}`);
  return `${text.slice(0, from)}${start}\n${table}\n${text.slice(to)}`;
}

/**
 * @param {string[]} heads
 * @param {string[][]} rows
 */
function tableOf(heads, rows) {
  const lines = [heads, heads.map(() => '---'), ...rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')))];
  return lines.map((cells) => `| ${cells.join(' | ')} |`.replaceAll(/ +\|/g, ' |')).join('\n');
}

/** @param {{ name: string; shape: string; isOptional: boolean }} argument */
function argumentText({ name, shape, isOptional }) {
  return code(`${name}${isOptional ? '?' : ''}: ${shape}`);
}

/** @param {string} text */
const code = (text) => `\`${text}\``;

if (await isMainModule(import.meta.url)) {
  await ensureInstalled();
  for (const { name, before, after } of await readPages()) {
    if (before !== after) await writeFile(inRoot(name), after);
    console.log(before === after ? `${name} is up to date.` : `Wrote ${name}.`);
  }
}
