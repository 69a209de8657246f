import * as contract from '@chat-app/contract';
import { afterAll, beforeAll } from 'vitest';
import { connectDatabase, type Database } from '../src/platform/db/database.ts';
import { asId } from './as-id.ts';
import { type ClusterNode, startCluster } from './cluster.ts';
import { connectDevice, type Device } from './cluster-device.ts';
import type { TestUser } from './faults/users.ts';
import { createHttpClient } from './http-client.ts';

interface ClusterFixture {
  readonly cluster: Awaited<ReturnType<typeof startCluster>>;
  readonly database: Database;
  /** A friend of all the others. */
  readonly ann: TestUser;
  readonly bob: TestUser;
  readonly cem: TestUser;
  readonly dan: TestUser;
  /** The chat of Ann and Bob. */
  readonly direct: contract.ChatId;
  /** With Ann, Bob and Cem. */
  readonly group: contract.ChatId;
}

/** A cluster for the tests of a file, with friends whose devices connect through its balancer. */
export function useCluster(environment: () => Record<string, string> = () => ({})) {
  let fixture: ClusterFixture;
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

async function createFixture(environment: Record<string, string>): Promise<ClusterFixture> {
  const cluster = await startCluster({
    environments: Array.from({ length: 4 }, () => environment),
    hasOwnPostgres: true,
  });
  const database = connectDatabase(cluster.postgres.connection);
  const aPerson = async (name: string): Promise<TestUser> => {
    const client = createHttpClient(cluster.balancer.url);
    const account = { name, email: `${name}@example.org`, password: 'Secret1!' };
    const { status, body } = await client.call(contract.register, account);
    if (status !== 201) throw new Error(`register answered ${status}: ${JSON.stringify(body)}`);
    return { client, id: body.user.id };
  };
  const [ann, bob, cem, dan] = [await aPerson('Ann'), await aPerson('Bob'), await aPerson('Cem'), await aPerson('Dan')];
  await database.sql`update users set verified_at = now()`;
  for (const other of [bob, cem, dan]) {
    await ann.client.call(contract.sendFriendRequest, { friendId: other.id });
    await other.client.call(contract.sendFriendRequest, { friendId: ann.id });
  }
  const chat = async (...members: TestUser[]) =>
    (await ann.client.call(contract.createChat, { members: members.map(({ id }) => id) })).body.chatId;
  return { cluster, database, ann, bob, cem, dan, direct: await chat(bob), group: await chat(bob, cem) };
}

/** The content also serves as the idempotency key. */
export const sendText = (person: TestUser, chatId: contract.ChatId, content: string) =>
  person.client.call(contract.sendMessage, {
    chatId,
    content,
    type: 'text',
    clientId: asId<contract.ClientId>(content),
  });
