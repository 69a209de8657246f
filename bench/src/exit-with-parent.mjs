/**
 * Preloaded into the programs that a benchmark starts: they exit when their parent is gone. A killed benchmark cannot
 * stop them, and they would distort the next measurement.
 */
const parent = process.ppid;
const timer = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(timer);
  process.kill(process.pid, 'SIGTERM');
}, 1000);
timer.unref();
