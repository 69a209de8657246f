import { expect, test } from 'vitest';
import { type CallFrame, summariseProfile } from './cpu-profile.ts';
import { areaOf } from './profile-areas.ts';

const areas: [name: string, path: string, area: string][] = [
  ['send', 'server/src/features/messages/send-queue.ts', 'our code: messages'],
  ['emit', 'server/src/realtime/chat-rooms.ts', 'our code: realtime'],
  ['query', 'server/src/platform/db/database.ts', 'our code: platform/db'],
  ['newId', 'server/src/platform/ids.ts', 'crypto and ids'],
  ['unsafeStringify', 'node_modules/uuid/dist-node/stringify.js', 'crypto and ids'],
  ['Message', 'contract/src/messages.ts', 'our code: contract'],
  ['onRequest', 'node_modules/@fastify/cookie/plugin.js', 'HTTP'],
  ['parserOnHeadersComplete', 'node:_http_common', 'HTTP'],
  ['write', 'node_modules/ws/lib/sender.js', 'sockets'],
  ['encodeAsString', 'node_modules/socket.io-parser/build/cjs/index.js', 'JSON'],
  ['parseRow', 'node_modules/pg-protocol/dist/parser.js', 'database driver'],
  ['run', 'node_modules/zod/v4/core/schemas.js', 'zod'],
  ['promiseInitHook', 'node:internal/async_hooks', 'async hooks and promises'],
  ['runMicrotasks', '', 'async hooks and promises'],
  ['writev', '', 'system calls'],
  ['(garbage collector)', '', 'garbage collection'],
  ['(program)', '', 'native code'],
];

test('a function belongs to the area of its file, or of its name', () => {
  const found = areas.map(([name, path]) => [name, path, areaOf(name, path)]);
  expect(found).toEqual(areas);
});

test('a profile is summarised by area and function, without idle time and what lies outside of the range', () => {
  const frame = (functionName: string, url: string): CallFrame => {
    return { functionName, url, lineNumber: 4, columnNumber: 0 };
  };
  const profile = {
    nodes: [
      { id: 1, callFrame: frame('(idle)', '') },
      { id: 2, callFrame: frame('write', 'node_modules/ws/lib/sender.js') },
      { id: 3, callFrame: frame('write', 'node_modules/ws/lib/sender.js') },
      { id: 4, callFrame: frame('(garbage collector)', '') },
    ],
    startTime: 1_000_000,
    samples: [4, 1, 2, 3, 4, 2],
    timeDeltas: [1_000, 4_000, 1_000, 2_000, 1_000, 3_000],
  };
  const range = { fromUs: 1_002_000, toUs: 1_010_000 };
  expect(summariseProfile(profile, range, ({ url, lineNumber }) => ({ path: url, line: lineNumber + 1 }))).toEqual({
    busyMs: 4,
    idlePercent: 50,
    areas: [
      { area: 'sockets', percent: 75, ms: 3 },
      { area: 'garbage collection', percent: 25, ms: 1 },
    ],
    functions: [
      { name: 'write', at: 'node_modules/ws/lib/sender.js:5', area: 'sockets', percent: 75 },
      { name: '(garbage collector)', at: 'native', area: 'garbage collection', percent: 25 },
    ],
  });
});
