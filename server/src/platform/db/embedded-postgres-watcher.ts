import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

/** Stops the programs we started when this process exits, for whatever reason. */
export interface Watcher {
  /** Runs a program in its own session; it ends when this process ends, even by SIGKILL. */
  launch: (command: readonly string[], options: LaunchOptions) => ChildProcess;
  close: () => void;
}

export interface LaunchOptions {
  readonly env: Record<string, string>;
  readonly cwd: string;
  readonly output: number | 'pipe';
  readonly uid?: number;
  readonly gid?: number;
}

// Each line is the pid to stop when the pipe closes; an empty line means no target. The kernel closes the pipe when its
// last writer dies. SIGINT asks PostgreSQL for a fast shutdown, SIGQUIT for an immediate one; SIGKILL is for a server
// that hangs.
const watchScript = `
trap '' HUP INT QUIT TERM
target=
while read -r line; do target=$line; done
[ -n "$target" ] || exit 0
end() {
  kill "-$1" "$target" 2>/dev/null || exit 0
  for second in $2; do
    sleep 1
    kill -0 "$target" 2>/dev/null || exit 0
  done
}
end INT '1 2 3 4 5 6 7 8 9 10'
end QUIT '1 2 3'
end KILL
`;

// The shell reports its pid before it execs the program, so the program never runs unwatched.
const launchScript = 'echo $$ >&3; exec "$@" 3>&-';

/** Fixed, so that neither PG* variables nor a preloaded library from our own environment reach the server. */
const childEnv = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin',
  LC_ALL: 'C',
} as const;

/** One watcher serves all launches of one embedded database, one program at a time. */
export function startWatcher(): Watcher {
  let isClosed = false;
  let watched = 0;
  let watching = spawnWatcher();

  function spawnWatcher() {
    const child = spawn('/bin/sh', ['-c', watchScript], {
      detached: true,
      cwd: '/',
      env: childEnv,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    // Writing to a killed watcher fails with EPIPE; its 'exit' handler below starts another.
    child.stdin.on('error', () => undefined);
    child.once('exit', () => {
      if (isClosed) return;
      watching = spawnWatcher();
      if (watched) watching.stdin.write(`${watched}\n`);
    });
    child.unref();
    (child.stdin as Writable & { unref?: () => void }).unref?.();
    return child;
  }

  return {
    launch(command, { env, cwd, output, uid, gid }) {
      const child = spawn('/bin/sh', ['-c', launchScript, 'sh', ...command], {
        detached: true,
        cwd,
        env: { ...childEnv, ...env },
        stdio: ['ignore', output, output, watching.stdin],
        ...(uid === undefined ? {} : { uid }),
        ...(gid === undefined ? {} : { gid }),
      });
      watched = child.pid ?? 0;
      child.once('exit', () => {
        watched = 0;
        watching.stdin.write('\n');
      });
      return child;
    },
    close() {
      isClosed = true;
      watching.stdin.end();
    },
  };
}

/** Resolves with the program's output when it exits; rejects when it could not run or failed. */
export function completed(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const collect = (stream: Readable | null) =>
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        text = (text + chunk).slice(-8_000);
      });
    collect(child.stdout);
    collect(child.stderr);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve(text);
      else reject(new Error(`It ended with ${signal ?? `code ${code}`}: ${text.trim()}`));
    });
  });
}
