export const missedNotice = 'Missed voice call';

/** With how long people talked, if they did, as one would say it. */
export function endedNotice(talkedMs: number | null): string {
  if (talkedMs === null) return 'Voice call ended';
  const seconds = Math.round(talkedMs / 1000);
  if (seconds < 60) return `Voice call ended, ${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `Voice call ended, ${minutes} min`;
  return `Voice call ended, ${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
