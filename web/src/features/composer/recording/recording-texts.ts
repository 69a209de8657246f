import type { PauseReason, RecordingState } from './recording-machine.ts';

export const hint = 'Hold to record, release to send';
/** How long the hint is shown. */
export const hintMs = 4_000;

/** Why a recording is paused, where it was not the user who paused it. */
export const reasonTexts: Record<PauseReason, string> = {
  user: '',
  call: 'Paused for the call',
  left: 'Not sent yet',
  limit: 'Ten minutes is the limit',
  lost: 'The microphone is gone',
};

/** What a screen reader says. */
export function statusOf(state: RecordingState): string {
  if (state.phase === 'opening') return '';
  if (state.phase === 'recording') return state.press ? 'Recording' : 'Recording. Escape cancels.';
  if (state.phase === 'paused') return `Recording paused. ${reasonTexts[state.reason]}`.trim();
  if (state.outcome === 'too-short') return `${hint}. Tap again to record without holding.`;
  return state.outcome === 'sent' ? 'Voice message sent' : 'Recording cancelled';
}
