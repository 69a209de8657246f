// Hashes passwords in a thread of its own. Plain JavaScript, so that it starts in no time from sources too.
import { hashSync, verifySync } from '@node-rs/argon2';
import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';

const { niceness, options } = workerData;

// Linux gives each thread a priority of its own; elsewhere this would slow down the whole program.
if (process.platform === 'linux') yieldToOthers();

/** Relative to the program's own niceness, below which one must not go without privileges. */
function yieldToOthers() {
  try {
    setPriority(0, Math.min(19, getPriority(0) + niceness));
  } catch {
    // Where priorities may not be changed at all, hashing goes on at the usual one.
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
