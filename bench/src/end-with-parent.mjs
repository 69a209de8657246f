/**
 * Loaded into the programs that a benchmark starts: they end when whoever started them is gone. A benchmark that was
 * killed cannot stop them any more, and the next one would be measured beside them.
 */
const parent = process.ppid;
const timer = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(timer);
  process.kill(process.pid, 'SIGTERM');
}, 1000);
timer.unref();
