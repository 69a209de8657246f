import { findProgram, installWithApt } from './system-program.mjs';

const locations = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'].map((folder) => `${folder}/turnserver`);
const find = () => findProgram('TURNSERVER_PATH', locations);

/** The path of coturn for the test that uses a relay; installs Debian's package if possible. */
export async function ensureCoturn() {
  const found = await find();
  if (found !== undefined) return found;
  await installWithApt('coturn', ['coturn']);
  const installed = await find();
  if (installed !== undefined) return installed;
  throw new Error(
    'The test over a relay needs coturn and found none: install it (on Debian: apt-get install coturn), or name its turnserver in TURNSERVER_PATH.',
  );
}
