/** The first rule that matches the path, or the path and the name, gives the area of a function. */
const bySource: readonly (readonly [RegExp, string])[] = [
  // V8 counts JSON.parse and JSON.stringify as part of their caller; these do nothing else.
  [/socket\.io-parser\/.* (?:encodeAsString|tryParse)$/, 'JSON'],
  [/^server\/src\/platform\/(?:ids|tokens)\.|^node:(?:internal\/)?crypto|^node_modules\/uuid\//, 'crypto and ids'],
  [/^server\/src\/features\/([\w-]+)\//, 'our code: $1'],
  [/^server\/src\/platform\/(http|db|metrics|bus)\//, 'our code: platform/$1'],
  [/^server\/src\/(\w+)\//, 'our code: $1'],
  [/^server\/src\/|^server\/dist\//, 'our code: other'],
  [/^contract\//, 'our code: contract'],
  [/^node_modules\/(?:fastify|@fastify|find-my-way|light-my-request|avvio|cookie|secure-json-parse)\b/, 'HTTP'],
  [/^node_modules\/(?:fast-[\w-]+|@fastify|reusify|fastq|toad-cache|process-warning|rfdc)\//, 'HTTP'],
  [/^node:_?http|^node:internal\/(?:http|url|querystring)|^node:(?:url|querystring)/, 'HTTP'],
  [/^node_modules\/(?:socket\.io|engine\.io|ws|@socket\.io|debug)[-\w]*\//, 'sockets'],
  [/^node_modules\/(?:pg|postgres)(?:-\w+)*\//, 'database driver'],
  [/^node_modules\/zod\//, 'zod'],
  [/^node_modules\/(?:pino|sonic-boom|prom-client|tdigest|bintrees)[-\w]*\//, 'logs and metrics'],
  [/^node_modules\//, 'other packages'],
  [/^node:(?:internal\/)?async_(?:hooks|local_storage|context_frame)/, 'async hooks and promises'],
  [/^node:internal\/(?:process\/(?:promises|task_queues)|promise_hooks)/, 'async hooks and promises'],
  [/^node:(?:internal\/)?(?:timers|util\/timers)/, 'timers'],
  [/^node:(?:net|tls|stream|events|buffer|internal\/(?:streams|stream_base|buffer|net))/, 'Node.js streams and events'],
  [/^node:/, 'other Node.js'],
];

/** Functions of V8 and native code, which have no path. */
const byName: readonly (readonly [RegExp, string])[] = [
  [/^\(garbage collector\)$/, 'garbage collection'],
  [/^\(program\)$/, 'native code'],
  [/^(?:write\w*|shutdown|readStart|readStop|close|open)$/, 'system calls'],
  [/^(?:Hash|Hmac|hash|digest|update|random\w*|getRandomValues|timingSafeEqual|oneShotDigest)$/, 'crypto and ids'],
  [/[mM]icrotasks?$|^(?:then|Promise|AsyncWrap|setPromiseHooks|emitHook|async)/, 'async hooks and promises'],
];

/** What a function works for. */
export function areaOf(functionName: string, path: string): string {
  const isNative = path === '';
  const text = isNative ? functionName : `${path} ${functionName}`;
  for (const [pattern, area] of isNative ? byName : bySource) {
    const match = pattern.exec(text);
    if (match) return area.replace('$1', match[1] ?? '');
  }
  return 'native code';
}
