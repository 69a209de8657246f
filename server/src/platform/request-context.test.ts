import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { useRedis } from '../../test/use-redis.ts';
import type { Bus } from './bus/bus.ts';
import { createInProcessBus } from './bus/in-process.ts';
import { createRedisBus } from './bus/redis.ts';
import { createHttpServer, type HttpServer } from './http/http-server.ts';
import { createLogger } from './logger.ts';
import { createPrometheus } from './metrics/prometheus.ts';
import { withRequestId } from './request-context.ts';

type Events = { 'thing.happened': { thing: string } };

const lines: string[] = [];
const logger = createLogger('trace', { write: (line) => void lines.push(line) });
const logged = () => lines.map((line) => JSON.parse(line) as { msg: string; requestId?: string; thing?: string });
const loggedIds = () => logged().map(({ msg, requestId }) => [msg, requestId]);
beforeEach(() => {
  lines.length = 0;
});

describe('[OPS-34] a request', () => {
  let http: HttpServer;
  let baseUrl: string;
  beforeAll(async () => {
    const metrics = createPrometheus();
    http = await createHttpServer({ logger, metrics, isHttps: false, trustedProxies: 0, maxUploadBytes: 1 });
    http.server.post('/deep', async () => {
      await turn();
      logger.info({}, 'far below');
      return {};
    });
    http.server.post('/broken', async () => {
      await turn();
      throw new Error('a bug');
    });
    baseUrl = await http.server.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => http.close());

  /** The body arrives after its head, and in chunks. */
  async function post(path: string, headers: Record<string, string> = {}, pieces = ['{"a"', ':1}']) {
    async function* body() {
      for (const piece of pieces) {
        await turn();
        yield Buffer.from(piece);
      }
    }
    const type = { 'content-type': 'application/json' };
    const sent = { method: 'POST', duplex: 'half', headers: { ...type, ...headers }, body: body() };
    const response = await fetch(baseUrl + path, sent as unknown as RequestInit);
    await response.text();
    await vi.waitUntil(() => logged().some(({ msg }) => msg === 'request'));
    return response.headers.get('x-request-id');
  }

  test('has its id in every log line written for it, and in its response', async () => {
    const id = 'from-the-proxy.0001';
    expect(await post('/deep', { 'x-request-id': id })).toBe(id);
    expect(loggedIds()).toEqual([
      ['far below', id],
      ['request', id],
    ]);
  });

  test('that fails is found by its id, and an aborted one too', async () => {
    await post('/broken', { 'x-request-id': 'request-a' });
    await post('/deep', { 'x-request-id': 'request-b' }, ['{"a"']);
    await vi.waitUntil(() => logged().length === 3);
    expect(loggedIds()).toEqual([
      ['request failed', 'request-a'],
      ['request', 'request-a'],
      ['request', 'request-b'],
    ]);
  });

  test('gets an id of ours instead of one that is not safe for a log', async () => {
    const unsafe = ['short', 'x'.repeat(65), 'has spaces in it', 'line"break\\', 'u\u0308ni\u0308co\u0308de\u0301'];
    for (const given of unsafe) {
      lines.length = 0;
      const id = await post('/deep', { 'x-request-id': Buffer.from(given).toString('latin1') });
      expect(id).toMatch(/^[\da-f-]{36}$/);
      expect(logged().map(({ requestId }) => requestId)).toEqual([id, id]);
    }
  });

  test('is isolated from concurrent requests', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `request-${index + 10}`);
    await Promise.all(ids.map((id) => post('/deep', { 'x-request-id': id })));
    await vi.waitUntil(() => logged().length === 40);
    const below = logged().filter(({ msg }) => msg === 'far below');
    expect(below.map(({ requestId }) => requestId).toSorted()).toEqual(ids);
  });
});

describe('[OPS-35] an event that a request caused', () => {
  const redis = useRedis();
  const overRedis = (node: 0 | 1) =>
    createRedisBus<Events>({
      redis: redis.nodes[node],
      logger,
      orderKeys: () => [],
      localEvents: [],
      frequentEvents: [],
      hasDevices: true,
    });
  const alone = async () => {
    const bus = createInProcessBus<Events>(logger, () => []);
    return [bus, bus] as const;
  };

  test.each<[string, () => Promise<readonly [Bus<Events>, Bus<Events>]>]>([
    ['in its process', alone],
    ['in another process', async () => [await overRedis(0), await overRedis(1)]],
  ])('is delivered under its id %s', async (_, create) => {
    const [here, there] = await create();
    there.onEveryNode('thing.happened', ({ thing }) => logger.info({ thing }, 'heard'));
    withRequestId('request-1', () => here.publish('thing.happened', { thing: 'a' }));
    here.publish('thing.happened', { thing: 'b' });
    const heard = () => logged().filter(({ msg }) => msg === 'heard');
    await vi.waitUntil(() => heard().length === 2);
    expect(heard().map(({ thing, requestId }) => [thing, requestId])).toEqual([
      ['a', 'request-1'],
      ['b', undefined],
    ]);
  });
});
