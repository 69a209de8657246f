import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { startProgram } from './program.ts';
import { openVisits } from './visits.ts';
import { takeCallPicture, takeChatPictures, takePhonePictures, takeTransferPicture } from './shots.ts';

// node --import tsx demo/src/screenshots.ts <folder of a filled demo> <folder for the pictures>
const [dataDir = '', picturesDir = ''] = process.argv.slice(2).map((folder) => resolve(folder));
await mkdir(picturesDir, { recursive: true });
// Chromium's own sandbox refuses to run as root.
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const program = await startProgram(dataDir);
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: [...asRoot, '--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'],
});
try {
  const visits = await openVisits({ browser, url: program.url, picturesDir });
  await takeChatPictures(visits);
  await takePhonePictures(visits);
  await takeCallPicture(visits);
  await takeTransferPicture(visits);
  visits.close();
} finally {
  await browser.close();
  await program.stop();
}
