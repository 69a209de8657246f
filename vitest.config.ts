import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { deadlineMs, testDeadlineMs } from './scripts/deadline.mjs';
import { longTests } from './scripts/long-tests.mjs';
import { canMount } from './scripts/mount-permission.mjs';

const areAllAsked = process.env['TESTS'] === 'all';
const long = areAllAsked ? [] : longTests;
/** What runs a second time over Redis, and over a bucket. */
const overRedis = areAllAsked
  ? ['features/{calls,chats,file-transfer,friendships,messages,push}/*.test.ts']
  : ['features/file-transfer/*.test.ts'];
const overS3 = [
  'features/uploads/uploads.test.ts',
  'features/messages/files.test.ts',
  ...(areAllAsked ? ['features/users/users.test.ts', 'features/auth/account.test.ts'] : []),
];
/** These use a Redis of their own in any case, or none. */
const withOwnRedis = ['call-leases', 'call-media', 'calls-without-redis', '*.policy', '*.service', '*-store'].map(
  (name) => `server/src/features/*/${name}.test.ts`,
);

/** What cannot run here; whoever starts the tests says so. */
const impossible = [
  ...(canMount() ? [] : ['server/test/full-disk.test.ts']),
  // `npm run test:faults` builds the previous release.
  ...(process.env['PREVIOUS_SERVER'] === undefined ? ['server/test/upgrade.test.ts'] : []),
];

const setups = ['clean-up.setup.mjs', 'waiting.setup.mjs'].map((name) =>
  path.join(import.meta.dirname, 'scripts', name),
);
/** A file cleans up after itself, so the modules that it has loaded serve the next one. */
const shared = {
  isolate: false,
  setupFiles: setups,
  provide: { deadlineMs },
  testTimeout: testDeadlineMs,
  hookTimeout: testDeadlineMs,
  expect: { poll: { timeout: deadlineMs } },
};
const sharedByServer = { ...shared, setupFiles: [...setups, 'server/test/after-test.setup.ts'] };

const convergence = {
  test: {
    ...sharedByServer,
    name: 'convergence',
    // The web's client code in Node.js, against the server.
    include: ['web/test/convergence/*.test.ts'],
    globalSetup: ['server/test/database.setup.ts'],
    // Each device has its own instances of the client's modules.
    isolate: true,
  },
};
const convergenceOverRedis = {
  test: { ...convergence.test, name: 'convergence over redis', env: { TEST_REDIS: '1' } },
};

export default defineConfig({
  test: {
    // Many of them wait for processes, timers or a database; as many workers as cores would leave these idle. Each
    // further one loads all modules once more.
    maxWorkers: 4,
    // A failure names its line, and a test can be asked for by its line.
    includeTaskLocation: true,
    projects: [
      {
        test: {
          ...sharedByServer,
          name: 'server',
          include: [
            'contract/src/**/*.test.ts',
            'server/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/src/**/*.test.ts',
            'demo/**/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, ...long, ...impossible],
          globalSetup: ['scripts/build.setup.mjs', 'server/test/database.setup.ts'],
        },
      },
      {
        test: {
          ...sharedByServer,
          name: 'server over redis and s3',
          // What is sent live runs once more with the API and the chat server apart; what stores files, with a bucket.
          include: ['realtime/gateway.test.ts', ...overRedis, ...overS3].map((file) => `server/src/${file}`),
          exclude: [...configDefaults.exclude, ...withOwnRedis],
          globalSetup: ['server/test/database.setup.ts'],
          env: { TEST_REDIS: '1', TEST_S3: '1' },
        },
      },
      convergence,
      ...(areAllAsked ? [convergenceOverRedis] : []),
      {
        extends: 'web/vite.config.ts',
        test: {
          ...shared,
          name: 'web',
          root: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          // All in one, because each worker of another project would load happy-dom and the application once more.
          environment: 'happy-dom',
          setupFiles: [...setups, path.join(import.meta.dirname, 'web', 'test', 'open-app.setup.ts')],
          // Nothing here needs a process of its own, and a thread is cheaper.
          pool: 'threads',
        },
      },
    ],
  },
});
