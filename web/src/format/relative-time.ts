const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const units = [
  { name: 'year', ms: 365 * dayMs },
  { name: 'month', ms: 30 * dayMs },
  { name: 'day', ms: dayMs },
  { name: 'hour', ms: hourMs },
  { name: 'minute', ms: minuteMs },
  { name: 'second', ms: secondMs },
] as const;

/** The shortest interval in which the text below can change. A time younger than this is 'now'. */
export const relativeTimeStepMs = 10 * secondMs;

/** The age in one unit: '5 minutes', '1 day', 'now'. Also 'now' if the local clock is behind the server. */
export function relativeTime(time: string, nowMs: number): string {
  const ageMs = nowMs - Date.parse(time);
  const unit = units.find(({ ms }) => ageMs >= ms);
  if (!unit || ageMs < relativeTimeStepMs) return 'now';
  const count = Math.floor(ageMs / unit.ms);
  return `${count} ${unit.name}${count === 1 ? '' : 's'}`;
}

/** The length of a sound: '0:07', '9:59'. */
export function minutesAndSeconds(ms: number): string {
  const seconds = Math.round(ms / secondMs);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
