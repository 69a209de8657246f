import { defineConfig } from '@playwright/test';

const quietNetwork = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  // Answered at once, with or without a network. Intercepting the request instead would slow down every other one.
  '--host-resolver-rules=MAP accounts.google.com ~NOTFOUND',
];
// Chromium's own sandbox refuses to run as root.
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

const ownBrowsers = ['call-audio.spec.ts', 'call-switch.spec.ts', 'calls.spec.ts', 'file-transfer-relay.spec.ts'];

const areAllAsked = process.env['TESTS'] === 'all';

export default defineConfig({
  // What takes long and shows one case more; `npm run test:all` runs it too.
  ...(!areAllAsked && { grepInvert: /@long/ }),
  testDir: '.',
  outputDir: '../test-results',
  // They wait more than they work, for sound, timers and each other.
  workers: 3,
  // docs/decisions/0019-a-second-try.md
  retries: areAllAsked ? 0 : 1,
  forbidOnly: true,
  // Generous: on a busy machine things take longer, and nothing here is about time.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  // With browsers of their own, these would come last, one after the other, while the rest of the machine is idle.
  projects: [
    { name: 'own browsers', testMatch: ownBrowsers },
    { name: 'one browser', testMatch: '*.spec.ts', testIgnore: ownBrowsers },
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    // Motion costs more than anything else here, and tests that are about it ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // Where it is not what the test is about: it would answer for the network, and load every screen beforehand.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [...quietNetwork, ...asRoot],
    },
  },
});
