import { defineConfig } from '@playwright/test';
import { availableParallelism } from 'node:os';
import { deadlineMs, testDeadlineMs } from './support/deadline.ts';
import { fakeDeviceArgs } from './support/fake-devices.ts';

const quietNetwork = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  // Fails at once, with or without a network. Intercepting the request would slow down all other requests.
  '--host-resolver-rules=MAP accounts.google.com ~NOTFOUND',
];
// Chromium's sandbox does not run as root.
const rootArgs = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** Calls: they encode and decode sound and pictures, and are measured while they do. */
const mediaSpecs = [
  'call-audio.spec.ts',
  'call-options.spec.ts',
  'calls.spec.ts',
  'docked-calls.spec.ts',
  'previous-release.spec.ts',
  'slow-machine.spec.ts',
  'video-relay.spec.ts',
  'video.spec.ts',
];

const cores = availableParallelism();
const runsAllTests = process.env['TESTS'] === 'all';

export default defineConfig({
  // `npm run test:all` also runs the slow tests of additional cases.
  ...(!runsAllTests && { grepInvert: /@long/ }),
  testDir: '.',
  outputDir: '../test-results',
  // Pages mostly wait for the server and each other.
  workers: cores + 1,
  forbidOnly: true,
  timeout: testDeadlineMs,
  expect: { timeout: deadlineMs },
  reporter: 'list',
  projects: [
    // The browsers of one call need two cores.
    { name: 'media', testMatch: mediaSpecs, workers: Math.max(1, Math.floor(cores / 2)) },
    { name: 'pages', testMatch: '*.spec.ts', testIgnore: mediaSpecs },
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    // Animations cost most of the time. The tests of animations turn them on.
    contextOptions: { reducedMotion: 'reduce' },
    // A service worker would respond instead of the network and preload every screen. Its tests allow it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [...quietNetwork, ...rootArgs, ...fakeDeviceArgs()],
    },
  },
});
