import { beforeEach, describe, expect, test, vi } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { useRedis } from '../../../test/use-redis.ts';
import { createBackground } from '../../platform/background.ts';
import { createLogger } from '../../platform/logger.ts';
import { createMemoryTransferStore } from './memory-transfer-store.ts';
import { createRedisTransferStore } from './redis-transfer-store.ts';
import { describeTransferNodes } from './transfer-nodes.suite.ts';
import { describeTransferStore } from './transfer-store.suite.ts';
import type { TransferStore } from './transfer-store.ts';
import type { PeerDevice } from './transfer.ts';
import { createTransfers } from './file-transfer.service.ts';

/** The messages of the Redis library, for a pending command or a later one. */
const away = /clos|offline|disconnect/i;

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

  test('[TRF-8] while Redis is unreachable events fail, and disconnects are applied when it returns', async () => {
    const paused: string[] = [];
    const nothing = () => {};
    const emitter = { requested: nothing, accepted: nothing, rejected: nothing, cancelled: nothing, taken: nothing };
    const background = createBackground(createLogger('silent'));
    const [store] = await create();
    const transfers = createTransfers({
      background,
      store,
      emitter: { ...emitter, paused: (to) => paused.push(to.deviceId), resumed: nothing },
      nodeId: asId('here'),
      isAlive: async () => true,
    });
    const [ann, bob]: PeerDevice[] = [
      { userId: asId('ann'), deviceId: asId('ann-1') },
      { userId: asId('bob'), deviceId: asId('bob-1') },
    ];
    if (!ann || !bob) throw new Error('nobody');
    await transfers.request(ann, asId('bob'), { name: 'film.mkv', size: 5, canResume: true });
    await transfers.accept(bob, asId('ann'), { canResume: true });

    redis.server.signal('SIGSTOP');
    await expect(transfers.relay(ann, asId('bob'), 'sender')).rejects.toThrow(away);
    transfers.handleDisconnect(bob);
    await background.settle();
    await expect(transfers.sweep()).rejects.toThrow(away);
    redis.server.signal('SIGCONT');
    await vi.waitFor(() => transfers.sweep(), { timeout: 10_000, interval: 100 });
    expect(paused).toEqual(['ann-1']);
  });
});
