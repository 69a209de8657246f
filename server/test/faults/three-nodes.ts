import { vi } from 'vitest';
import { connectDatabase } from '../../src/platform/db/database.ts';
import { startCluster } from '../cluster.ts';
import { connectDevice, type Device } from '../cluster-device.ts';
import { clientAt, createUsers, type TestUser } from './users.ts';

export type ThreeNodes = Awaited<ReturnType<typeof startThreeNodes>>;

/** The position of a node. */
export type NodeIndex = 0 | 1 | 2;
export const nodeIndexes: readonly NodeIndex[] = [0, 1, 2];

/**
 * Three nodes that all serve requests and devices, each with its own proxy to Redis. Requests and devices address a
 * node directly, past the balancer.
 */
export async function startThreeNodes(environment: Record<string, string> = {}) {
  const cluster = await startCluster({
    roles: ['all', 'all', 'all'],
    environments: nodeIndexes.map(() => environment),
    isRedisProxied: true,
  });
  const database = connectDatabase(cluster.postgres.connection);
  const devices = new Set<Device>();
  const urlOf = (node: NodeIndex) => cluster.nodes[node]?.url ?? '';

  /** Disconnects these devices for good. */
  function disconnect(some: Iterable<Device>) {
    for (const device of some) {
      device.close();
      devices.delete(device);
    }
  }
  async function stop() {
    disconnect(devices);
    await database.close();
    const exited = cluster.nodes.filter((node) => !node.isRunning());
    await cluster.stop();
    // Whatever happens to Redis, no process may end.
    for (const { output } of exited) throw new Error(`a node has exited:\n${output.text.slice(-2000)}`);
  }
  /** A device of this user on this node. It reconnects to the same node. */
  async function connect(user: TestUser, node: NodeIndex): Promise<Device> {
    const device = connectDevice(urlOf(node), user);
    devices.add(device);
    await vi.waitUntil(() => device.connects() > 0, { timeout: 20_000, interval: 10 });
    return device;
  }

  try {
    const users = await createUsers(urlOf(0), database);
    const isReady = async (node: NodeIndex) => (await fetch(`${urlOf(node)}/readyz`)).status === 200;
    return {
      cluster,
      database,
      users,
      urlOf,
      connect,
      disconnect,
      /** The user's requests to this node. */
      clientOn: (node: NodeIndex, user: TestUser) => clientAt(urlOf(node), user),
      /** Waits until every node can use PostgreSQL and Redis. */
      waitUntilReady: () =>
        vi.waitUntil(async () => (await Promise.all(nodeIndexes.map(isReady))).every(Boolean), {
          timeout: 30_000,
          interval: 100,
        }),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
