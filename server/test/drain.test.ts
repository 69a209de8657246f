import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { connectDatabase } from '../src/platform/db/database.ts';
import { follow } from './faults/follower.ts';
import { createUsers } from './faults/users.ts';
import { useProgram } from './program.ts';
import { aDatabase, environmentOf } from './test-app.ts';

const { place, start, end } = useProgram();
const disposers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const dispose of disposers.splice(0).toReversed()) await dispose();
});

test('[OPS-31] an unresponsive device does not prevent a process from stopping', async () => {
  const target = await aDatabase();
  const { child } = await start(environmentOf(target));
  const database = connectDatabase(target);
  disposers.push(() => database.close());
  const url = `http://127.0.0.1:${place.port}`;
  const { ann, direct } = await createUsers(url, database);
  const device = follow(url, ann, direct);
  disposers.push(async () => device.stop());
  await vi.waitUntil(() => device.connects() === 1);
  const asleep = connect(place.port, '127.0.0.1');
  disposers.push(async () => void asleep.destroy());
  asleep.write(
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  await once(asleep, 'data');
  asleep.pause();
  expect(await end(child, 'SIGTERM')).toBe(0);
  await vi.waitUntil(() => device.reasons.length > 0);
  expect(device.reasons).toEqual(['transport close']);
});
