import { readFileSync } from 'node:fs';

/** Stops this process when npm, its parent, is gone: a killed npm forwards no signal, and the port would stay taken. */
export function stopWhenNpmExits() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const first = ancestry();
  const timer = setInterval(() => {
    if (ancestry() === first) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 1000);
  timer.unref();
}

// Some shells stay between npm and this process, so their parent is watched.
function ancestry() {
  return `${process.ppid} ${isShell(process.ppid) ? parentOf(process.ppid) : ''}`;
}

/** @param {number} pid */
function isShell(pid) {
  return /^(?:sh|dash|bash|ash|zsh|ksh|busybox)\n$/.test(read(`/proc/${pid}/comm`));
}

/** @param {number} pid */
function parentOf(pid) {
  const stat = read(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
