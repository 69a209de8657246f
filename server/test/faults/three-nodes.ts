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
  const devices: Device[] = [];
  const urlOf = (node: NodeIndex) => cluster.nodes[node]?.url ?? '';

  async function stop() {
    for (const device of devices) device.close();
    await database.close();
    await cluster.stop();
  }
  /** A device of this user on this node. It reconnects to the same node. */
  async function connect(user: TestUser, node: NodeIndex): Promise<Device> {
    const device = connectDevice(urlOf(node), user);
    devices.push(device);
    await vi.waitUntil(() => device.connects() > 0, { timeout: 20_000, interval: 5 });
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
