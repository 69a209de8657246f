interface Sample {
  readonly atMs: number;
  readonly bytes: number;
}

/** What the last seconds say; shorter jumps, longer lags behind. */
const windowMs = 6_000;
/** Before that, one burst looks like a speed. */
const settledMs = 1_000;

/** Measures the speed of something that moves on; `read` gives bytes a second, or null while there is too little to say. */
export function createRate() {
  let samples: Sample[] = [];
  return {
    note: (bytes: number, atMs: number) => {
      samples = [...samples.filter((sample) => atMs - sample.atMs <= windowMs), { atMs, bytes }];
    },
    read: (): number | null => {
      const [first, last] = [samples[0], samples.at(-1)];
      if (!first || !last || last.atMs - first.atMs < settledMs) return null;
      return Math.max(0, ((last.bytes - first.bytes) * 1000) / (last.atMs - first.atMs));
    },
    /** What went on before a break says nothing about what comes after it. */
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

/** Coarser the further away it is: nobody can know the seconds of an hour. */
export function timeLeftLabel(seconds: number): string {
  if (seconds < 60) return `${seconds} s left`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} min left`;
  const hours = Math.floor(minutes / 60);
  return hours < 100 ? `${hours} h ${minutes % 60} min left` : 'more than 4 days left';
}
