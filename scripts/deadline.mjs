import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** How long the work of a calibration takes where nothing else runs on a machine of 2026 with two cores. */
const referenceMs = 400;

/** How long a test waits for what it expects before it fails, where the machine is as fast as the reference. */
const usualMs = 30_000;

/** A machine that is busy for a moment must not make the tests wait for ever. */
const slowest = 6;

/** The one deadline of all waits in tests. `npm test` sets it by the speed of the machine. */
export const deadlineMs = Number(process.env.TEST_DEADLINE_MS ?? usualMs);

/** A test waits several times, after it has prepared people and pages. */
export const testDeadlineMs = 5 * deadlineMs;

/** How many times slower than the reference this machine is at the moment, and the deadline that follows. */
export async function calibrateDeadline() {
  const slowness = Math.min(slowest, Math.max(1, (await measureWork()) / referenceMs));
  return { slowness, deadlineMs: Math.round(usualMs * slowness) };
}

/** Counts on all cores at once, because the tests use all of them. */
async function measureWork() {
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: availableParallelism() }, countInThread));
  return performance.now() - startedAt;
}

const work = `
  function count() {
    let sum = 0;
    for (let at = 0; at < 5e7; at += 1) sum = (sum * 31 + at) | 0;
    return sum;
  }
  count();
`;

/** @returns {Promise<unknown>} */
function countInThread() {
  return new Promise((resolve, reject) => {
    new Worker(work, { eval: true }).once('exit', resolve).once('error', reject);
  });
}
