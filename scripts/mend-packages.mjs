import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { isProgram } from './repository.mjs';

/**
 * Faults of packages that those who make them have not mended yet; each goes when it is. Applied after every
 * installation: npm has no way of its own.
 */
const mendings = [
  {
    // A connection that was lost while something waited to be written kept that, and that it waited: the next one in its
    // place then never said hello (porsager/postgres#1154). Restarting the database cost a pool its connections.
    file: 'postgres/src/connection.js',
    from: '    incomings = null\n    clearImmediate(nextWriteTimer)\n',
    to: '    incomings = null\n    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n',
  },
  {
    // Whatever was asked of a lost connection was written to nothing, and ended the process (porsager/postgres#1208).
    file: 'postgres/src/connection.js',
    from: "  function execute(q) {\n    if (terminated)\n      return queryError(q, Errors.connection('CONNECTION_DESTROYED', options))\n",
    to: "  function execute(q) {\n    if (terminated || !socket)\n      return queryError(q, Errors.connection('CONNECTION_DESTROYED', options)), true\n",
  },
  {
    // A connection that was lost while it was still asking for the types failed whoever waited for it, as it should, and once
    // more where nobody could catch it.
    file: 'postgres/src/connection.js',
    from: '        return fetchArrayTypes()\n',
    to: '        return fetchArrayTypes().catch(() => {})\n',
  },
  {
    // Between a connection's failure and its end, statements were still given to it. They were never answered; worse, the
    // next connection in its place took them for its own, and gave them the answers of others.
    file: 'postgres/src/connection.js',
    from: "    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))\n",
    to: "    if (query || sent.length) error(Errors.connection('CONNECTION_CLOSED', options, socket))\n    query = errorResponse = null\n",
  },
  {
    // A statement that failed after some of its rows left their number behind: the next answer on that connection, or on the
    // one in its place, began with as many empty places (porsager/postgres#1119, #1181).
    file: 'postgres/src/connection.js',
    from: '    query = results = errorResponse = null\n    result = new Result()\n',
    to: '    query = results = errorResponse = null\n    result = new Result()\n    rows = 0\n',
  },
  {
    // A connection that was lost while it was asking for the types kept that question, and the failure: the next one in its
    // place took its own hello for the answer, and failed whoever had waited.
    file: 'postgres/src/connection.js',
    from: '    if (initial)\n      return reconnect()\n',
    to: "    if (initial) {\n      query && queryError(query, Errors.connection('CONNECTION_CLOSED', options, socket))\n      query = errorResponse = null\n      return reconnect()\n    }\n",
  },
  {
    // With several hosts, a connection that was lost during its first statement left that unanswered.
    file: 'postgres/src/connection.js',
    from: '    if (connection.queue === queues.connecting && options.host[retries + 1])\n',
    to: '    if (initial && connection.queue === queues.connecting && options.host[retries + 1])\n',
  },
  {
    // And one lost while it was asked which kind of host it is failed where nobody could catch it.
    file: 'postgres/src/connection.js',
    from: '    query.execute()\n  }\n\n  function ErrorResponse',
    to: '    query.catch(() => {})\n    query.execute()\n  }\n\n  function ErrorResponse',
  },
];

/** Mends what is installed, unless it is mended. Throws when a package has changed: then this must be looked at again. */
export async function mendPackages() {
  for (const { file, from, to } of mendings) {
    const path = fileURLToPath(new URL(`../node_modules/${file}`, import.meta.url));
    const text = await readFile(path, 'utf8');
    if (text.includes(to)) continue;
    if (!text.includes(from)) throw new Error(`node_modules/${file} is not what scripts/mend-packages.mjs mends.`);
    await writeFile(path, text.replace(from, to));
  }
}

if (await isProgram(import.meta.url)) await mendPackages();
