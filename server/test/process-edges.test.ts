import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { getSession, register } from '@chat-app/contract';
import { findFreePort } from '../../e2e/stand-ins/free-port.ts';
import { useProgram } from './program.ts';

const { place, run, start, end, isDatabaseUp, databaseIsGone, client } = useProgram();
const ann = { name: 'Ann', email: 'ann@example.org', password: 'Secret1!' };

test('[OPS-24] killed with -9 it leaves no database behind, restarts with all data, and stops cleanly', async () => {
  const killed = await start();
  const person = client();
  expect((await person.call(register, ann)).status).toBe(201);
  await end(killed.child, 'SIGKILL');
  await databaseIsGone();

  const { child, output } = await start();
  expect((await person.call(getSession, {})).body.user.email).toBe(ann.email);
  expect(output.text).toContain(`Chat App is running at http://localhost:${place.port}`);
  expect(output.text).toContain(`/outbox, readable at http://localhost:${place.port}/dev/mailbox`);
  expect(await isDatabaseUp()).toBe(true);
  expect(await end(child, 'SIGTERM')).toBe(0);
  expect(await isDatabaseUp()).toBe(false);
});

test('[OPS-24] a second program on the same folder or port is refused, and the first one goes on', async () => {
  const { child } = await start();
  const onSamePort = run({ DATA_DIR: join(place.dataDir, 'other') });
  await once(onSamePort.child, 'close');
  expect(onSamePort.child.exitCode).toBe(1);
  expect(onSamePort.output.text).toMatch(/EADDRINUSE|in use/);
  place.port = await findFreePort();
  const inSameFolder = run();
  await once(inSameFolder.child, 'close');
  expect(inSameFolder.child.exitCode).toBe(1);
  expect(inSameFolder.output.text).toMatch(/is in use by another process/);
  expect(child.exitCode).toBeNull();
});

describe('[OPS-25] the mailbox page', () => {
  test.each([{ NODE_ENV: 'production' }, { PUBLIC_URL: 'https://chat.example.org' }])(
    'does not exist with %j',
    async (environment) => {
      await start(environment);
      expect((await client().send('GET', '/dev/mailbox')).status).toBe(404);
    },
  );
});
