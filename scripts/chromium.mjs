import { access, constants } from 'node:fs/promises';

import { run } from './run-program.mjs';

const linuxPlaces = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map(
  (name) => `/usr/bin/${name}`,
);
const macPlaces = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
const places = [...linuxPlaces, '/snap/bin/chromium', ...macPlaces];

/** The path of a Chromium for the browser tests; installs Debian's when that is possible and there is none. */
export async function ensureChromium() {
  const found = await findChromium();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && (await isThere('/usr/bin/apt-get'))) {
    await installWithApt();
    const installed = await findChromium();
    if (installed !== undefined) return installed;
  }
  throw new Error(
    'The browser tests need Chromium and found none: install it (on Debian: apt-get install chromium), or name its program in CHROMIUM_PATH.',
  );
}

async function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (await isThere(named)) return named;
    throw new Error(`CHROMIUM_PATH names ${named}, which is no program.`);
  }
  const present = await Promise.all(places.map(isThere));
  return places[present.indexOf(true)];
}

async function isThere(file) {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function installWithApt() {
  console.log('Installing Chromium (apt-get) ...');
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, isQuiet: true };
  const packages = ['chromium', 'fonts-noto-color-emoji'];
  const update = await run('apt-get', ['update'], options);
  const install = await run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options);
  if (!install.isGood) throw new Error(`Installing Chromium failed:\n${update.text}${install.text}`.trimEnd());
}
