const units = ['MB', 'GB', 'TB'] as const;

/** A size in the largest unit of which there is at least one: '1.4 GB', '320 MB'. In powers of ten, as disks are sold. */
export function byteText(bytes: number): string {
  const megabytes = bytes / 1e6;
  const step = megabytes < 1000 ? 0 : megabytes < 1e6 ? 1 : 2;
  const amount = megabytes / 1000 ** step;
  // What is not empty must not show as 0 MB.
  if (bytes > 0 && amount < 0.1) return '0.1 MB';
  return `${amount.toLocaleString('en', { maximumFractionDigits: amount < 10 ? 1 : 0 })} ${units[step]}`;
}
