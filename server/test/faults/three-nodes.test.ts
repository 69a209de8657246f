import { sendMessage } from '@chat-app/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { nodeIndexes, startThreeNodes, type ThreeNodes } from './three-nodes.ts';
import { signIn } from './users.ts';

let nodes: ThreeNodes;

beforeAll(async () => {
  nodes = await startThreeNodes();
}, 120_000);
afterAll(async () => {
  await nodes?.stop();
});

const statuses = () =>
  Promise.all(nodeIndexes.map(async (node) => (await fetch(`${nodes.urlOf(node)}/readyz`)).status));

test('requests and devices reach the node they name, and the others through Redis', async () => {
  const { connect, clientOn, urlOf, users } = nodes;
  const again = await signIn(urlOf(1), 'Bob');
  expect(again.id).toBe(users.bob.id);
  const devices = await Promise.all(nodeIndexes.map((node) => connect(node === 0 ? again : users.bob, node)));
  const sockets = async (url: string) =>
    Number(/^chat_app_sockets (\d+)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1]);
  expect(await Promise.all(nodeIndexes.map((node) => sockets(urlOf(node))))).toEqual([1, 1, 1]);
  for (const node of nodeIndexes)
    await clientOn(node, users.ann).call(sendMessage, { chatId: users.direct, content: `from ${node}`, type: 'text' });
  await vi.waitFor(() => {
    for (const device of devices) expect(device.texts().toSorted()).toEqual(['from 0', 'from 1', 'from 2']);
  });
});

test('a fault of one proxy is a fault of one node', async () => {
  const { cluster, waitUntilReady } = nodes;
  await waitUntilReady();
  for (const fault of ['stall', 'goDown'] as const) {
    cluster.redisProxies[1]?.[fault]();
    await vi.waitUntil(async () => (await statuses())[1] === 503, { timeout: 10_000, interval: 100 });
    expect(await statuses()).toEqual([200, 503, 200]);
    cluster.redisProxies[1]?.resume();
    await waitUntilReady();
  }
});
