import type { ChatId } from '@chat-app/contract';
import { useSyncExternalStore } from 'react';
import { createUnloadGuard } from '../../../browser/unload-guard.ts';
import { newClientId } from '../../../lib/client-id.ts';
import type { Recording } from '../../../outbox/commands.ts';
import { followCallStart } from '../../../state/call-start.ts';
import { onDraftDiscarded } from '../../../state/drafts.ts';
import { useRinging } from '../../../state/ringing.ts';
import { voiceToasts } from '@chat-app/contract';
import { onSessionEnd } from '../../../state/session-state.ts';
import { showToast } from '../../../state/toasts.ts';
import { showRecording, useVoiceRecordings } from '../../../state/voice-recordings.ts';
import { pauseVoice } from '../../../voice/voice-player.ts';
import { hintMs, statusOf } from './recording-texts.ts';
import { createRecordingSession } from './recording-session.ts';
import type { RecordingSession } from './recording-session.ts';
import type { Press, RecordingState } from './recording-machine.ts';

/** What holds the microphone button down. */
export interface ButtonPress {
  readonly pointerId: number;
  readonly pointerType: string;
  readonly x: number;
  readonly y: number;
  readonly atMs: number;
  /** Null while it is held. It may be released before this code is loaded. */
  releasedAtMs: number | null;
}

interface Entry {
  readonly session: RecordingSession;
  readonly guardId: string;
  /** Changes with every change of the session. */
  version: number;
  stopFollowing: () => void;
}

const entryByChat = new Map<ChatId, Entry>();
const listeners = new Set<() => void>();
const unloadGuard = createUnloadGuard();

/**
 * Starts a recording in a chat, unless it has one. Without a press, as by keyboard, it is locked at once.
 */
export function startRecording(
  chatId: ChatId,
  { press, deliver }: { press: ButtonPress | null; deliver: (recording: Recording) => void },
): void {
  if (entryByChat.has(chatId)) return;
  pauseVoice();
  pauseAll('left');
  // A second tap after the hint means that the user cannot hold the button, or does not want to.
  const isHintShown = useVoiceRecordings.getState().byChat[chatId]?.shows === 'hint';
  const held: Press | null = press && { locksOnTap: isHintShown || press.pointerType === 'mouse', dx: 0, dy: 0 };
  const guardId = newClientId();
  const session = createRecordingSession(
    { phase: 'opening', press: held },
    {
      onChange: (state) => handleChange(chatId, state),
      deliver: (recording) => {
        // The outbox guards it from here on.
        deliver(recording);
        unloadGuard.remove(guardId);
      },
    },
  );
  entryByChat.set(chatId, { session, guardId, version: 0, stopFollowing: () => {} });
  // Asks before the page is left, because the sound is only in its memory.
  unloadGuard.add(guardId);
  if (press) followPress(chatId, press);
  handleChange(chatId, session.state());
}

/** The recording of a chat, for its panel; null if there is none. */
export function useRecording(chatId: ChatId): RecordingSession | null {
  useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    () => entryByChat.get(chatId)?.version ?? -1,
  );
  return entryByChat.get(chatId)?.session ?? null;
}

/** A chat that is left keeps its recording, paused. */
export function leaveRecording(chatId: ChatId): void {
  pause(chatId, 'left');
}

export function cancelRecording(chatId: ChatId): void {
  entryByChat.get(chatId)?.session.dispatch({ type: 'cancelled' });
}

function pauseAll(reason: 'call' | 'left') {
  for (const chatId of entryByChat.keys()) pause(chatId, reason);
}

function pause(chatId: ChatId, reason: 'call' | 'left') {
  const session = entryByChat.get(chatId)?.session;
  if (session && session.state().phase !== 'paused')
    session.dispatch({ type: 'paused', reason, recordedMs: session.recordedMs() });
}

function handleChange(chatId: ChatId, state: RecordingState) {
  const entry = entryByChat.get(chatId);
  if (!entry) return;
  entry.version += 1;
  const status = statusOf(state);
  if (state.phase === 'over') remove(chatId, entry, state.outcome);
  else showRecording(chatId, { shows: state.phase !== 'paused' && state.press ? 'held' : 'locked', status });
  for (const listener of listeners) listener();
}

function remove(chatId: ChatId, entry: Entry, outcome: Extract<RecordingState, { phase: 'over' }>['outcome']) {
  entry.stopFollowing();
  entryByChat.delete(chatId);
  if (outcome !== 'sent') unloadGuard.remove(entry.guardId);
  if (outcome === 'too-short') showHint(chatId);
  else showRecording(chatId, { shows: 'nothing', status: statusOf({ phase: 'over', outcome }) });
  if (outcome in voiceToasts) showToast(voiceToasts[outcome as keyof typeof voiceToasts]);
}

function showHint(chatId: ChatId) {
  showRecording(chatId, { shows: 'hint', status: statusOf({ phase: 'over', outcome: 'too-short' }) });
  setTimeout(() => {
    if (!entryByChat.has(chatId)) showRecording(chatId, { shows: 'nothing', status: '' });
  }, hintMs);
}

/** On the window, because the finger leaves the button. */
function followPress(chatId: ChatId, press: ButtonPress) {
  const entry = entryByChat.get(chatId);
  if (!entry) return;
  const { session } = entry;
  const isOther = ({ pointerId }: PointerEvent) => pointerId !== press.pointerId;
  const move = (event: PointerEvent) => {
    if (isOther(event)) return;
    session.dispatch({ type: 'moved', dx: event.clientX - press.x, dy: event.clientY - press.y });
  };
  const release = (releasedAtMs: number) => {
    stop();
    session.dispatch({ type: 'released', heldMs: releasedAtMs - press.atMs, recordedMs: session.recordedMs() });
  };
  const up = (event: PointerEvent) => {
    if (!isOther(event)) release(performance.now());
  };
  // The system took the finger away, for its own gesture or for the prompt: nothing is sent that was not meant to be.
  const cancel = (event: PointerEvent) => {
    if (isOther(event)) return;
    stop();
    session.dispatch({ type: 'locked' });
  };
  const stop = () => {
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', up);
    window.removeEventListener('pointercancel', cancel);
  };
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', up);
  window.addEventListener('pointercancel', cancel);
  entry.stopFollowing = stop;
  if (press.releasedAtMs !== null) release(press.releasedAtMs);
}

// The ringing must not be recorded, and the microphone belongs to the call.
useRinging.subscribe(({ calls }) => {
  if (calls.length > 0) pauseAll('call');
});
followCallStart(() => pauseAll('call'));

// The chat is gone, and with it every place that could send or delete the recording.
onDraftDiscarded(cancelRecording);
onSessionEnd(() => {
  for (const chatId of entryByChat.keys()) cancelRecording(chatId);
});
