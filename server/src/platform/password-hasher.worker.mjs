// Hashes passwords in its own thread. Plain JavaScript, so that it starts quickly from sources too.
import { hashSync, verifySync } from '@node-rs/argon2';
import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';

const { niceness, options } = workerData;

// Linux has a priority per thread; elsewhere this would slow down the whole process.
if (process.platform === 'linux') yieldToOthers();

/** Relative to the process's own niceness, which cannot be lowered without privileges. */
function yieldToOthers() {
  try {
    setPriority(0, Math.min(19, getPriority(0) + niceness));
  } catch {
    // Where priorities cannot be changed, hashing runs at the usual one.
  }
}

parentPort.on('message', ({ password, storedHash }) => {
  try {
    const result = storedHash === null ? hashSync(password, options) : verifySync(storedHash, password);
    parentPort.postMessage({ result }, []);
  } catch (error) {
    parentPort.postMessage({ error }, []);
  }
});
