import { defineConfig } from '@playwright/test';
import { deadlineMs, testDeadlineMs } from '../scripts/deadline.mjs';

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

const ownBrowserSpecs = [
  'call-audio.spec.ts',
  'call-options.spec.ts',
  'call-switch.spec.ts',
  'calls.spec.ts',
  'docked-calls.spec.ts',
  'file-transfer-relay.spec.ts',
  'noise-suppression.spec.ts',
  'slow-machine.spec.ts',
  'video-groups.spec.ts',
  'video-relay.spec.ts',
  'video-ui.spec.ts',
  'video.spec.ts',
  'voice-recording.spec.ts',
];

const runsAllTests = process.env['TESTS'] === 'all';

export default defineConfig({
  // `npm run test:all` also runs the slow tests of additional cases.
  ...(!runsAllTests && { grepInvert: /@long/ }),
  testDir: '.',
  outputDir: '../test-results',
  // The tests mostly wait: for audio, timers and each other.
  workers: 3,
  forbidOnly: true,
  timeout: testDeadlineMs,
  expect: { timeout: deadlineMs },
  reporter: 'list',
  // Tests with their own launch options run first. At the end they would run one after another.
  projects: [
    { name: 'own browsers', testMatch: ownBrowserSpecs },
    { name: 'one browser', testMatch: '*.spec.ts', testIgnore: ownBrowserSpecs },
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    // Animations cost most of the time. The tests of animations turn them on.
    contextOptions: { reducedMotion: 'reduce' },
    // A service worker would respond instead of the network and preload every screen. Its tests allow it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [...quietNetwork, ...rootArgs],
    },
  },
});
