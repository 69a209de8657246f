// Hashes passwords in a thread of its own. Plain JavaScript, so that it starts in no time from sources too.
import { hashSync, verifySync } from '@node-rs/argon2';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';

const { niceness, options } = workerData;

// Linux gives each thread a priority of its own; elsewhere this would slow down the whole program.
if (process.platform === 'linux') setPriority(0, niceness);

parentPort.on('message', ({ password, storedHash }) => {
  try {
    const result = storedHash === null ? hashSync(password, options) : verifySync(storedHash, password);
    parentPort.postMessage({ result }, []);
  } catch (error) {
    parentPort.postMessage({ error }, []);
  }
});
