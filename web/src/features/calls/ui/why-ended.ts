import type { EndReason } from '../session/call-events.ts';

/** The reason, where it is news to the user. */
export function whyEnded(reason: EndReason | null): string | null {
  if (reason?.by === 'refusal') return reason.message;
  if (reason?.by === 'other-device') return 'You joined the call on another device.';
  return reason?.by === 'removal' ? 'You are no longer in this chat.' : null;
}
