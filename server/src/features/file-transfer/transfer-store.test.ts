import { beforeEach, describe, expect, test } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { useRedis } from '../../../test/use-redis.ts';
import { createBackground } from '../../platform/background.ts';
import { createLogger } from '../../platform/logger.ts';
import { isRedisUnavailable } from '../../platform/redis/redis-errors.ts';
import { createMemoryTransferStore } from './memory-transfer-store.ts';
import { createRedisTransferStore } from './redis-transfer-store.ts';
import { ann, aTransferEmitter, bob, describeTransferNodes } from './transfer-nodes.suite.ts';
import { describeTransferStore } from './transfer-store.suite.ts';
import type { TransferStore } from './transfer-store.ts';
import { createTransfers, type Transfers } from './file-transfer.service.ts';

describe('in memory', () => {
  const create = async () => {
    const store = createMemoryTransferStore();
    return [store, store] as const;
  };
  describeTransferStore(create);
  describeTransferNodes(create);
});

describe('in Redis', () => {
  const redis = useRedis();
  beforeEach(redis.empty);

  const create = async (): Promise<[TransferStore, TransferStore]> => [
    createRedisTransferStore(redis.nodes[0].client),
    createRedisTransferStore(redis.nodes[1].client),
  ];
  describeTransferStore(create);
  describeTransferNodes(create);

  /** An accepted transfer from Ann to Bob, and the events emitted since. */
  async function accepted() {
    const emitted: string[] = [];
    const background = createBackground(createLogger('silent'));
    const [store] = await create();
    const transfers = createTransfers({
      background,
      store,
      emitter: aTransferEmitter((name, to) => emitted.push(`${name} ${to}`)),
      nodeId: asId('here'),
      isAlive: async () => true,
    });
    await transfers.request(ann, bob.userId, { name: 'film.mkv', size: 5, canResume: true });
    await transfers.accept(bob, ann.userId, { canResume: true });
    emitted.splice(0);
    return { background, transfers, emitted };
  }

  test('[TRF-8] while Redis is unreachable events fail, and disconnects are applied when it returns', async () => {
    const { background, transfers, emitted } = await accepted();
    const { client } = redis.nodes[0];
    client.destroy();
    await expect(transfers.relay(ann, bob.userId, 'sender')).rejects.toSatisfy(isRedisUnavailable);
    transfers.handleDisconnect(bob);
    await background.settle();
    await expect(transfers.sweep()).rejects.toSatisfy(isRedisUnavailable);
    await client.connect();
    await transfers.sweep();
    expect(emitted).toEqual(['paused ann-1']);
  });

  const endFriendship = (transfers: Transfers) => transfers.endBetween(bob.userId, ann.userId);
  test.each<[string, (transfers: Transfers) => Promise<void>, string[]]>([
    ['a cancellation', (transfers) => transfers.cancel(ann, bob.userId), ['cancelled bob-1']],
    ['the end of a friendship', endFriendship, ['cancelled ann-1', 'cancelled bob-1']],
  ])('[TRF-320] %s while Redis is unreachable ends the transfer when it returns', async (_, end, expected) => {
    const { transfers, emitted } = await accepted();
    const { client } = redis.nodes[0];
    client.destroy();
    await end(transfers);
    await expect(transfers.finish()).rejects.toSatisfy(isRedisUnavailable);
    await client.connect();
    // It does not end the next transfer of the same two, although that one comes first.
    expect(await transfers.request(ann, bob.userId, { name: 'next.txt', size: 1 })).toBe(true);
    await transfers.sweep();
    expect(emitted).toEqual([...expected, 'requested bob']);
    await transfers.accept(bob, ann.userId, { canResume: false });
  });
});
