import { dateFormat } from './date-format.ts';

/** The label of a day: 'Today', 'Yesterday', or the date, with the year unless it is the current one. */
export function dayLabel(time: string, nowMs: number): string {
  const day = new Date(time);
  const now = new Date(nowMs);
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (isSameDay(day, now)) return 'Today';
  if (isSameDay(day, yesterday)) return 'Yesterday';
  const isThisYear = day.getFullYear() === now.getFullYear();
  return day.toLocaleDateString('en', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    ...(!isThisYear && { year: 'numeric' }),
  });
}

const longDates = dateFormat('en', { dateStyle: 'long' });

/** A date with its year: 'March 1, 2026'. */
export const longDate = (time: string) => longDates(new Date(time));

/** A short date, with the year unless it is the current one: 'May 3'. */
export function shortDate(time: string, nowMs: number): string {
  const day = new Date(time);
  const isThisYear = day.getFullYear() === new Date(nowMs).getFullYear();
  return day.toLocaleDateString('en', { month: 'short', day: 'numeric', ...(!isThisYear && { year: 'numeric' }) });
}

function isSameDay(one: Date, other: Date): boolean {
  return one.toDateString() === other.toDateString();
}

const clock = dateFormat([], { hour: 'numeric', minute: '2-digit' });

const exactTimes = dateFormat([], { dateStyle: 'full', timeStyle: 'medium' });

/** The day and the time to the second, in the local format. */
export const exactTime = (time: string) => exactTimes(new Date(time));

/** Hours and minutes in the local format. */
export const clockTime = (time: string) => clock(new Date(time));
