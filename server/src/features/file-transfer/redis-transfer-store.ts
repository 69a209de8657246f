import type { UserId } from '@chat-app/contract';
import { setTimeout as pause } from 'node:timers/promises';
import { unavailable } from '../../platform/errors.ts';
import type { RedisClient } from '../../platform/redis/redis.ts';
import { createScript, keyPrefix } from '../../platform/redis/script.ts';
import type { TransferStore } from './transfer-store.ts';
import type { Pending, Transfer } from './transfer.ts';

const keyOf = (pair: string) => `${keyPrefix}transfers:of:${pair}`;
/** The pairs in which this person has an unanswered request. */
const pendingKeyOf = (userId: UserId | 'nobody') => `${keyPrefix}transfers:asked:${userId}`;
const pendingKey = (transfer: Transfer | null) =>
  transfer?.phase === 'pending' ? pendingKeyOf(transfer.receiverId) : pendingKeyOf('nobody');
/** Every pair, by the time its transfer expires. */
const ends = `${keyPrefix}transfers:ends`;

/** Each lost attempt means that another one won: two devices and a sweep or two cannot lose this often. */
const maxTries = 50;
const duePerRound = 100;
const readAtOnce = 500;

/** The transfers of all nodes, updated by compare-and-swap. */
export function createRedisTransferStore(client: RedisClient): TransferStore {
  const serialize = createSerializer();

  async function change<Outcome extends { readonly transfer: Transfer | null }>(
    pair: string,
    decide: (transfer: Transfer | null) => Outcome,
  ): Promise<Outcome> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const text = await client.get(keyOf(pair));
      const before = text === null ? null : (JSON.parse(text) as Transfer);
      const outcome = decide(before);
      const after = outcome.transfer;
      if (before !== null && after === before) return outcome;
      const args = [pair, text ?? '', after ? JSON.stringify(after) : '', after?.endsAt ?? 0];
      const keys = [keyOf(pair), ends, pendingKey(before), pendingKey(after)];
      if ((await swap(client, keys, args)) === 1) return outcome;
      // Without jitter, two nodes in lockstep would lose each time.
      await pause(Math.random() * tries);
    }
    throw unavailable();
  }

  const read = async (pairs: readonly string[]) => {
    const texts = pairs.length === 0 ? [] : await client.mGet(pairs.map(keyOf));
    return texts.filter((text) => text !== null).map((text) => JSON.parse(text) as Transfer);
  };

  return {
    update: (pair, decide) => serialize(pair, () => change(pair, decide)),
    listDue: (now) => client.zRangeByScore(ends, '-inf', now, { LIMIT: { offset: 0, count: duePerRound } }),
    list: async () => {
      const pairs = await client.zRange(ends, 0, -1);
      const transfers: Transfer[] = [];
      for (let start = 0; start < pairs.length; start += readAtOnce) {
        transfers.push(...(await read(pairs.slice(start, start + readAtOnce))));
      }
      return transfers;
    },
    listPendingFor: async (userId) => {
      const transfers = await read(await client.sMembers(pendingKeyOf(userId)));
      return transfers.filter(
        (transfer): transfer is Pending => transfer.phase === 'pending' && transfer.receiverId === userId,
      );
    },
  };
}

/** Runs work in order for each name: ICE candidates must not overtake each other or the description before them. */
function createSerializer() {
  const lastByName = new Map<string, Promise<unknown>>();
  return <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const before = lastByName.get(name);
    const turn = before ? before.then(work, work) : work();
    lastByName.set(name, turn);
    const forget = () => lastByName.get(name) === turn && lastByName.delete(name);
    turn.then(forget, forget);
    return turn;
  };
}

const swap = createScript<0 | 1>(`
local transfer, ends, pendingBefore, pendingAfter = unpack(KEYS)
local pair, before, after, endsAt = unpack(ARGV)
if (redis.call('GET', transfer) or '') ~= before then return 0 end
redis.call('SREM', pendingBefore, pair)
if after == '' then
  redis.call('DEL', transfer)
  redis.call('ZREM', ends, pair)
else
  redis.call('SET', transfer, after)
  redis.call('ZADD', ends, endsAt, pair)
  if pendingAfter ~= '${pendingKeyOf('nobody')}' then redis.call('SADD', pendingAfter, pair) end
end
return 1`);
