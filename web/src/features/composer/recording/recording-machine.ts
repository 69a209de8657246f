import { limits } from '@chat-app/contract';

/** Why no sound can be recorded. */
export type MicrophoneFault = 'call' | 'denied' | 'none' | 'busy' | 'insecure';

/** Why a recording is paused. It can be continued, unless it has reached its limit. */
export type PauseReason = 'user' | 'call' | 'left' | 'limit' | 'lost';

/** A finger or a mouse button that holds the microphone button down, and how far it was pulled. */
export interface Press {
  /** A short press records on without holding: of the mouse, or after the hint. */
  readonly locksOnTap: boolean;
  readonly dx: number;
  readonly dy: number;
}

export type RecordingState =
  /** A press of null means that nothing needs to be held: the recording is locked. */
  | { readonly phase: 'opening'; readonly press: Press | null }
  | { readonly phase: 'recording'; readonly press: Press | null }
  | { readonly phase: 'paused'; readonly reason: PauseReason }
  | { readonly phase: 'over'; readonly outcome: 'sent' | 'cancelled' | 'too-short' | MicrophoneFault };

export type RecordingEvent =
  | { readonly type: 'opened' | 'locked' | 'resumed' }
  | { readonly type: 'cancelled' }
  | { readonly type: 'failed'; readonly fault: MicrophoneFault; readonly recordedMs: number }
  | { readonly type: 'moved'; readonly dx: number; readonly dy: number }
  | { readonly type: 'released'; readonly heldMs: number; readonly recordedMs: number }
  | { readonly type: 'paused'; readonly reason: PauseReason; readonly recordedMs: number }
  | { readonly type: 'sent'; readonly recordedMs: number };

type Holding = Extract<RecordingState, { press: Press | null }>;

/** How far to pull to the left to cancel, and up to lock. */
export const cancelPx = 110;
export const lockPx = 64;

export const canResume = (state: RecordingState) => state.phase === 'paused' && state.reason !== 'limit';

/** The life cycle of a recording. An event that makes no sense in a phase leaves the state as it was. */
export function nextState(state: RecordingState, event: RecordingEvent): RecordingState {
  if (state.phase === 'over') return state;
  if (event.type === 'cancelled') return { phase: 'over', outcome: 'cancelled' };
  if (event.type === 'sent') return finish(state, event.recordedMs);
  if (state.phase === 'paused') {
    return event.type === 'resumed' && canResume(state) ? { phase: 'opening', press: null } : state;
  }
  return holding(state, event);
}

function holding(
  state: Holding,
  event: Exclude<RecordingEvent, { type: 'cancelled' } | { type: 'sent' }>,
): RecordingState {
  switch (event.type) {
    case 'opened':
      return { ...state, phase: 'recording' };
    case 'failed':
      if (event.recordedMs >= limits.voiceMinMs) return pausedBy(event.fault);
      return { phase: 'over', outcome: event.fault };
    case 'moved':
      return state.press ? pull(state, { ...state.press, dx: event.dx, dy: event.dy }) : state;
    case 'locked':
      return { ...state, press: null };
    case 'released':
      return state.press ? release(state, state.press, event) : state;
    case 'paused':
      if (event.recordedMs >= limits.voiceMinMs) return { phase: 'paused', reason: event.reason };
      return event.reason === 'user' ? state : { phase: 'over', outcome: 'cancelled' };
    case 'resumed':
    default:
      return state;
  }
}

const pausedBy = (fault: MicrophoneFault): RecordingState => ({
  phase: 'paused',
  reason: fault === 'call' ? 'call' : 'lost',
});

function pull(state: Holding, press: Press): RecordingState {
  if (press.dx <= -cancelPx) return { phase: 'over', outcome: 'cancelled' };
  return { ...state, press: press.dy <= -lockPx ? null : press };
}

/** A click of the mouse and a second tap record on without holding; the first tap is too short to say anything. */
function release(
  state: Holding,
  { locksOnTap }: Press,
  { heldMs, recordedMs }: { heldMs: number; recordedMs: number },
): RecordingState {
  if (heldMs < limits.voiceMinMs)
    return locksOnTap ? { ...state, press: null } : { phase: 'over', outcome: 'too-short' };
  // The browser asked for the permission, so the button was released before anything could be recorded.
  return state.phase === 'opening' ? { ...state, press: null } : finish(state, recordedMs);
}

function finish(state: RecordingState, recordedMs: number): RecordingState {
  if (state.phase === 'opening' && recordedMs < limits.voiceMinMs) return state;
  return { phase: 'over', outcome: recordedMs < limits.voiceMinMs ? 'too-short' : 'sent' };
}
