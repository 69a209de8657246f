import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { startProgram } from './program.ts';
import { openDemoBrowser } from './demo-browser.ts';
import { takeAllScreens } from './all-screens.ts';
import { takeReadmeScreenshots } from './readme-screenshots.ts';

// node --import tsx demo/src/screenshots.ts <folder of a filled demo> <folder for the screenshots> [all | <screen> ...]
const [dataDir = '', screenshotsDir = ''] = process.argv.slice(2, 4).map((folder) => resolve(folder));
const wanted = process.argv.slice(4);
await mkdir(screenshotsDir, { recursive: true });
// The sandbox of Chromium does not run as root.
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const program = await startProgram(dataDir);
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: [...asRoot, '--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'],
});
try {
  const demo = await openDemoBrowser({ browser, url: program.url, dataDir, screenshotsDir });
  if (wanted.length === 0) await takeReadmeScreenshots(demo);
  else await takeAllScreens(demo, wanted[0] === 'all' ? [] : wanted);
  await demo.close();
} finally {
  await browser.close();
  await program.stop();
}
