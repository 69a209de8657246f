import { createHash } from 'node:crypto';
import type { RedisClient } from './redis.ts';

/** The prefix of all our keys. */
export const keyPrefix = 'chat-app:';

/** A Lua script that Redis runs atomically. Its source is sent only when Redis does not have it cached. */
export function createScript<Reply>(lua: string) {
  const hash = createHash('sha1').update(lua).digest('hex');
  return async (client: RedisClient, keys: string[], args: readonly (string | number)[] = []): Promise<Reply> => {
    const given = { keys, arguments: args.map(String) };
    try {
      return (await client.evalSha(hash, given)) as Reply;
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return (await client.eval(lua, given)) as Reply;
    }
  };
}

/** Redis's own clock in milliseconds, for scripts: the nodes' clocks may differ. */
export const luaNow = `local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
`;
