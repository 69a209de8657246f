import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { getSession, register } from '@chat-app/contract';
import { findFreePort } from '../../e2e/stand-ins/free-port.ts';
import { useProgram } from './program.ts';

const { place, run, start, end, isDatabaseUp, databaseIsGone, client } = useProgram();
const ann = { name: 'Ann', email: 'ann@example.org', password: 'Secret1!' };

describe('[OPS-24] the program', () => {
  test('killed with -9 leaves no database behind, restarts with all acknowledged data, and stops cleanly', async () => {
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

  test('killed with -9 and started at once waits for the database that is still shutting down', async () => {
    const { child } = await start();
    await end(child, 'SIGKILL');
    await start();
    expect((await client().send('GET', '/readyz')).status).toBe(200);
  });

  test('a second one on the same folder is refused with one sentence', async () => {
    await start();
    place.port = await findFreePort();
    const second = run();
    await once(second.child, 'exit');
    expect(second.child.exitCode).toBe(1);
    expect(second.output.text).toMatch(/is in use by another process/);
  });

  test('an occupied port is reported, and no database stays behind', async () => {
    const { child } = await start();
    const second = run({ DATA_DIR: join(place.dataDir, 'other') });
    await once(second.child, 'exit');
    expect(second.child.exitCode).toBe(1);
    expect(second.output.text).toMatch(/EADDRINUSE|in use/);
    expect(child.exitCode).toBeNull();
  });
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
