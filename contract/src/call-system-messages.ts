const started = ' started a voice call';
const ended = 'Voice call ended';

/** System messages about calls. */
export const callSystemMessages = {
  started: (name: string) => name + started,
  missed: 'Missed voice call',
  /** `talkedMs` is null for a call that was never answered. */
  ended: (talkedMs: number | null) => (talkedMs === null ? ended : `${ended}, ${lengthOf(talkedMs)}`),
};

function lengthOf(talkedMs: number): string {
  const seconds = Math.round(talkedMs / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Other system messages that can end in any text, because they end in a name. */
const namesLast = / changed the chat name to | added | removed /;

/** Whether a system message marks the start or the end of a call; null for any other one. */
export function callEndOf(text: string): 'start' | 'end' | null {
  if (text === callSystemMessages.missed || /^Voice call ended(?:, \d+ (?:s|min|h \d+ min))?$/.test(text)) return 'end';
  return text.endsWith(started) && !namesLast.test(text) ? 'start' : null;
}
