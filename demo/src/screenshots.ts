import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { startProgram } from './program.ts';
import { openVisits } from './visits.ts';
import { takeEveryScreen } from './every-screen.ts';
import { takeReadmePictures } from './shots.ts';

// node --import tsx demo/src/screenshots.ts <folder of a filled demo> <folder for the pictures> [all | <screen> ...]
const [dataDir = '', picturesDir = ''] = process.argv.slice(2, 4).map((folder) => resolve(folder));
const wanted = process.argv.slice(4);
await mkdir(picturesDir, { recursive: true });
// The sandbox of Chromium does not run as root.
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const program = await startProgram(dataDir);
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: [...asRoot, '--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'],
});
try {
  const visits = await openVisits({ browser, url: program.url, dataDir, picturesDir });
  if (wanted.length === 0) await takeReadmePictures(visits);
  else await takeEveryScreen(visits, wanted[0] === 'all' ? [] : wanted);
  await visits.close();
} finally {
  await browser.close();
  await program.stop();
}
