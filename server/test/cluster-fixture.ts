import * as contract from '@chat-app/contract';
import { afterAll, beforeAll } from 'vitest';
import { connectDatabase } from '../src/platform/db/database.ts';
import { asId } from './as-id.ts';
import { type ClusterNode, startCluster } from './cluster.ts';
import { connectDevice, type Device } from './cluster-device.ts';
import { createUsers, type TestUser } from './faults/users.ts';

/** A cluster for the tests of a file, with friends whose devices connect through its balancer. */
export function useCluster(environment: () => Record<string, string> = () => ({})) {
  let fixture: Awaited<ReturnType<typeof createFixture>>;
  const devices: Device[] = [];

  beforeAll(async () => {
    fixture = await createFixture(environment());
  }, 120_000);

  afterAll(async () => {
    for (const device of devices) device.close();
    await fixture?.database.close();
    await fixture?.cluster.stop();
  });

  function aDevice(person: TestUser, options?: { isReconnecting?: boolean }) {
    const device = connectDevice(fixture.cluster.balancer.url, person, options);
    devices.push(device);
    return device;
  }

  return {
    fixture: () => fixture,
    nodesOf: (role: ClusterNode['role']) => fixture.cluster.nodes.filter((node) => node.role === role),
    aDevice,
  };
}

/** Ann is a friend of all the others; the group is hers with Bob and Cem, the direct chat with Bob. */
async function createFixture(environment: Record<string, string>) {
  const cluster = await startCluster({
    environments: Array.from({ length: 4 }, () => environment),
    hasOwnPostgres: true,
  });
  const database = connectDatabase(cluster.postgres.connection);
  const { ann, bob, cem, direct, aFriend, aGroup } = await createUsers(cluster.balancer.url, database);
  return { cluster, database, ann, bob, cem, dan: await aFriend('Dan'), direct, group: await aGroup() };
}

/** The content also serves as the idempotency key. */
export const sendText = (person: TestUser, chatId: contract.ChatId, content: string) =>
  person.client.call(contract.sendMessage, {
    chatId,
    content,
    type: 'text',
    clientId: asId<contract.ClientId>(content),
  });
