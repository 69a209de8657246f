import { findProgram, installWithApt } from './system-program.mjs';

const locations = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'].map((folder) => `${folder}/redis-server`);
const find = () => findProgram('REDIS_SERVER_PATH', locations);

/** The path of Redis for the tests of several processes; installs Debian's package if possible. */
export async function ensureRedis() {
  const found = await find();
  if (found !== undefined) return found;
  await installWithApt('Redis', ['redis-server']);
  const installed = await find();
  if (installed !== undefined) return installed;
  throw new Error(
    'The tests of several processes need Redis and found none: install it (on Debian: apt-get install redis-server), or name its redis-server in REDIS_SERVER_PATH.',
  );
}
