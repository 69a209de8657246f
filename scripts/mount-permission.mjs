import { readFileSync } from 'node:fs';

const sysAdmin = 1n << 21n;

/** True when a small disk can be mounted here, as the full-disk tests need: for root, outside most containers. */
export function canMount() {
  const [, capabilities] = /^CapEff:\s*([0-9a-f]+)$/m.exec(readStatus()) ?? [];
  return process.getuid?.() === 0 && capabilities !== undefined && (BigInt(`0x${capabilities}`) & sysAdmin) !== 0n;
}

/** Tests that cannot run are not counted, so they are reported here. */
export function reportSkippedTests() {
  if (!canMount()) console.log('full disk: not run: needs root');
}

function readStatus() {
  try {
    return readFileSync('/proc/self/status', 'utf8');
  } catch {
    return '';
  }
}
