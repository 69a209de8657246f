import { execFileSync } from 'node:child_process';

/** The core of the program and its database, and that of the load. */
export const cores = { program: 0, load: 1 };

/** Holds this process to the core of the load. Returns why it cannot, or null. */
export function pinLoad(): string | null {
  try {
    // Asked first: a core that is not there fails here, before anything is changed.
    execFileSync('taskset', ['-c', String(cores.program), 'true'], { stdio: 'pipe' });
    execFileSync('taskset', ['-acp', String(cores.load), String(process.pid)], { stdio: 'pipe' });
    return null;
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'taskset is missing' : 'it needs two cores';
    return `Skipped: cannot hold program and load to a core each (${reason}).`;
  }
}
