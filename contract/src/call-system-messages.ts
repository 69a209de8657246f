import type { CallKind } from './calls.ts';

/** System messages about calls. */
export const callSystemMessages = {
  started: (name: string, kind: CallKind) => `${name} started a ${kind} call`,
  missed: (kind: CallKind) => `Missed ${kind} call`,
  /** `talkedMs` is null for a call that was never answered. */
  ended: (kind: CallKind, talkedMs: number | null) => {
    const ended = kind === 'video' ? 'Video call ended' : 'Voice call ended';
    return talkedMs === null ? ended : `${ended}, ${lengthOf(talkedMs)}`;
  },
};

function lengthOf(talkedMs: number): string {
  const seconds = Math.round(talkedMs / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const startPattern = / started a (voice|video) call$/;
const endPattern = /^(Voice|Video) call ended(?:, \d+ (?:s|min|h \d+ min))?$/;
const missedPattern = /^Missed (voice|video) call$/;
/** Other system messages that can end in any text, because they end in a name. */
const namesLast = / changed the chat name to | added | removed /;

/** What a system message says about a call. A call that starts as one of voice may end as one of video. */
export interface CallSystemMessage {
  readonly end: 'start' | 'end';
  readonly kind: CallKind;
  readonly isMissed: boolean;
}

/** Reads a system message about the start or the end of a call; null for any other one. */
export function callOfSystemMessage(text: string): CallSystemMessage | null {
  const missed = missedPattern.exec(text);
  if (missed) return { end: 'end', kind: kindOf(missed), isMissed: true };
  const ended = endPattern.exec(text);
  if (ended) return { end: 'end', kind: kindOf(ended), isMissed: false };
  const started = namesLast.test(text) ? null : startPattern.exec(text);
  return started && { end: 'start', kind: kindOf(started), isMissed: false };
}

const kindOf = ([, word]: RegExpExecArray): CallKind => (word?.toLowerCase() === 'video' ? 'video' : 'voice');
