import { findProgram, installWithApt } from './system-program.mjs';

const linuxLocations = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map(
  (name) => `/usr/bin/${name}`,
);
const macLocations = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
const locations = [...linuxLocations, '/snap/bin/chromium', ...macLocations];
const find = () => findProgram('CHROMIUM_PATH', locations);
const findShell = () => findProgram('CHROMIUM_PATH', ['/usr/bin/chromium-headless-shell']);

/**
 * The path of a Chromium for the browser tests. The headless shell needs a quarter less CPU; where it is not available,
 * the full browser works as well.
 */
export async function ensureHeadlessChromium() {
  const found = await findShell();
  if (found !== undefined) return found;
  await installWithApt('Chromium without windows', ['chromium-headless-shell', 'fonts-noto-color-emoji']).catch(
    (error) => console.error(error.message),
  );
  return (await findShell()) ?? ensureChromium();
}

/** The path of a Chromium; installs Debian's if none is found and that is possible. */
async function ensureChromium() {
  const found = await find();
  if (found !== undefined) return found;
  await installWithApt('Chromium', ['chromium', 'fonts-noto-color-emoji']);
  const installed = await find();
  if (installed !== undefined) return installed;
  throw new Error(
    'The browser tests need Chromium and found none: install it (on Debian: apt-get install chromium), or name its program in CHROMIUM_PATH.',
  );
}
