interface Sample {
  readonly atMs: number;
  readonly bytes: number;
}

/** A shorter window makes the rate jump; a longer one makes it lag. */
const windowMs = 6_000;
/** Within a shorter time, a single burst would look like a rate. */
const settledMs = 1_000;

/** Measures a transfer rate. `read` returns bytes per second, or null while there are too few samples. */
export function createRate() {
  let samples: Sample[] = [];
  return {
    add: (bytes: number, atMs: number) => {
      samples = [...samples.filter((sample) => atMs - sample.atMs <= windowMs), { atMs, bytes }];
    },
    read: (): number | null => {
      const [first, last] = [samples[0], samples.at(-1)];
      if (!first || !last || last.atMs - first.atMs < settledMs) return null;
      return Math.max(0, ((last.bytes - first.bytes) * 1000) / (last.atMs - first.atMs));
    },
    /** Call after an interruption, because earlier samples no longer apply. */
    reset: () => {
      samples = [];
    },
  };
}

export function secondsLeft(leftBytes: number, bytesPerSecond: number | null): number | null {
  if (bytesPerSecond === null || bytesPerSecond <= 0) return null;
  return Math.ceil(leftBytes / bytesPerSecond);
}

const megabyte = 1024 * 1024;

export function rateLabel(bytesPerSecond: number): string {
  if (bytesPerSecond >= megabyte) return `${(bytesPerSecond / megabyte).toFixed(1)} MB/s`;
  return `${Math.round(bytesPerSecond / 1024)} KB/s`;
}

/** Less precise the longer it takes, because an estimate of hours is not accurate to the second. */
export function timeLeftLabel(seconds: number): string {
  if (seconds < 60) return `${seconds} s left`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} min left`;
  const hours = Math.floor(minutes / 60);
  return hours < 100 ? `${hours} h ${minutes % 60} min left` : 'more than 4 days left';
}
