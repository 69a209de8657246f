import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase } from '../src/platform/db/database.ts';
import { startCluster } from './cluster.ts';
import { report } from './faults/plan.ts';
import { upgradeNodes } from './faults/rolling-upgrade.ts';
import { noFaults } from './faults/tally.ts';
import { createUsers } from './faults/users.ts';

/** Built by `npm run test:faults`; without it this file does not run. */
const serverFolder = process.env['PREVIOUS_SERVER'] ?? '';
let cluster: Awaited<ReturnType<typeof startCluster>>;

beforeAll(async () => {
  cluster = await startCluster({ roles: ['all', 'all', 'all'], started: 2, serverFolder, hasOwnPostgres: true });
}, 180_000);
afterAll(async () => {
  await cluster?.stop();
});

test(
  '[OPS-302] the previous release and this one serve one database, during the migration too, and no send fails',
  { timeout: 300_000 },
  async () => {
    const database = connectDatabase(cluster.postgres.connection);
    const users = await createUsers(cluster.balancer.url, database);
    const figures = await upgradeNodes({ cluster, database, users });
    await database.close();
    await report('upgrade', figures);
    expect(figures).toMatchObject({ ...noFaults, failedSends: 0, unclean: 0, scattered: 0 });
  },
);
