import { createRandom } from './random.ts';
import type { ChatScript, ScriptLine, ScriptBlock } from './seed-data/chat-script.ts';

const minute = 60_000;
/** The shortest and longest time between two lines of a block. */
const shortestGap = 12_000;
const longestGap = 150_000;

/** A line of a chat with its time. For a call, `until` is its end. */
export interface TimelineEntry {
  readonly line: ScriptLine;
  readonly at: Date;
  readonly until: Date;
}

/** The times of all lines of a chat, relative to `now`. Deterministic for the same `now`. */
export function timelineOf(chat: ChatScript, now: Date): TimelineEntry[] {
  const random = createRandom(chat.members.join(' '));
  return chat.blocks.flatMap((block) => timelineOfBlock(block, now, random));
}

function timelineOfBlock({ when, lines }: ScriptBlock, now: Date, random: () => number): TimelineEntry[] {
  const start = 'minutesAgo' in when ? now.getTime() - when.minutesAgo * minute : dayTime(now, when);
  // Recent blocks must not extend into the future.
  const room = 'minutesAgo' in when ? (when.minutesAgo * minute) / lines.length : longestGap;
  const gap = Math.min(longestGap, room);
  let at = start;
  return lines.map((line) => {
    const until = at + durationOf(line);
    const entry = { line, at: new Date(at), until: new Date(until) };
    at = until + shortestGap + random() * Math.max(0, gap - shortestGap);
    return entry;
  });
}

function durationOf([, act]: ScriptLine): number {
  if (typeof act === 'string' || !('call' in act)) return 0;
  return act.call === 'missed' ? 40_000 : act.call.minutes * minute;
}

/** In the time zone of this machine, which is also the visitor's. */
function dayTime(now: Date, { daysAgo, clock }: { daysAgo: number; clock: string }): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo, hours, minutes).getTime();
}
