import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findFreePort } from '../../e2e/stand-ins/free-port.ts';
import { useProgram } from './program.ts';

const { place, run, start, end, client } = useProgram();

describe('[OPS-24] the program', () => {
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
