import type { ChatId, UserId } from '@chat-app/contract';
import { hangUp } from '../../../api/calls.ts';
import { keepAwake } from '../../../browser/wake-lock.ts';
import { createSpeakingDetector } from '../audio/mixer.ts';
import type { CallEffect, CallEvent, CallState } from './call-events.ts';
import { newCall, step } from './call-machine.ts';
import { openCallResources } from './call-resources.ts';
import { muteSignalFor } from './mute-signal.ts';
import type { CallResources } from './call-resources.ts';

/** What the window shows. */
export interface CallView {
  readonly call: CallState;
  readonly speakingIds: readonly UserId[];
  /** The browser blocks audio output in this window. */
  readonly isSoundBlocked: boolean;
}

interface CallSessionOptions {
  readonly chatId: ChatId;
  readonly myId: UserId;
  /** The chat whose call the user leaves for this one; null if there is none. */
  readonly leaveCallIn: ChatId | null;
}

/** More frequent updates would not be visible. */
const speakingCheckMs = 100;

export type CallSession = ReturnType<typeof createCallSession>;

/** One call in one window: runs the state machine, the audio and the connections until the call is over. */
export function createCallSession({ chatId, myId, leaveCallIn }: CallSessionOptions) {
  let view: CallView = { call: newCall(myId), speakingIds: [], isSoundBlocked: false };
  const listeners = new Set<() => void>();
  const show = (next: Partial<CallView>) => {
    view = { ...view, ...next };
    listeners.forEach((listener) => listener());
  };
  const dispatch = (event: CallEvent) => {
    const before = view.call;
    const { state, effects } = step(before, event);
    if (state !== before) show({ call: state });
    effects.forEach((effect) => runEffect(effect, { chatId, myId, resources, close }));
    sendMuteState(before, state, signaling);
  };

  const resources = openCallResources({
    chatId,
    myId,
    leaveCallIn,
    dispatch,
    isInCall: (userId) => view.call.phase !== 'ended' && view.call.others.some(({ id }) => id === userId),
    onBlocked: (isSoundBlocked) => show({ isSoundBlocked }),
  });
  const { mixer, input, signaling } = resources;
  const detectSpeaking = createSpeakingDetector();
  const speakingTimer = setInterval(() => {
    const speakingIds = detectSpeaking(mixer.levels(), Date.now());
    if (speakingIds.join() !== view.speakingIds.join()) show({ speakingIds });
  }, speakingCheckMs);
  const stopFollowing = followPageClose(() => dispatch({ type: 'window-closed' }));

  function close() {
    clearInterval(speakingTimer);
    stopFollowing();
    resources.close();
  }

  return {
    getView: () => view,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispatch,
    start: () => {
      signaling.start();
      input.open(null);
    },
    openMicrophone: (deviceId: string | null) => {
      dispatch({ type: 'microphone-requested' });
      input.open(deviceId);
    },
    microphoneLevel: input.level,
    setNoiseSuppression: input.setSuppressing,
    setVolume: mixer.setVolume,
    volumeOf: mixer.volumeOf,
    canChooseSpeaker: mixer.canChooseSpeaker,
    chooseSpeaker: mixer.chooseSpeaker,
    enableSound: mixer.resume,
  };
}

function sendMuteState(before: CallState, after: CallState, signaling: CallResources['signaling']): void {
  const signal = muteSignalFor(before, after);
  signal?.to.forEach((userId) => signaling.sendSignal(userId, { control: { isMuted: signal.isMuted } }));
}

interface EffectContext {
  readonly chatId: ChatId;
  readonly myId: UserId;
  readonly resources: CallResources;
  readonly close: () => void;
}

function runEffect(effect: CallEffect, { chatId, myId, resources, close }: EffectContext): void {
  const { mixer, input, signaling, mesh } = resources;
  switch (effect.type) {
    case 'join':
      return signaling.join(myId);
    case 'leave':
      return signaling.leave();
    case 'hang-up':
      // If HTTP fails, leave over the socket; the server then works out how the call ended.
      return void hangUp(chatId).catch(() => signaling.leave());
    case 'add-participant':
      return mesh.addParticipant(effect.userId);
    case 'remove-participant':
      mesh.removeParticipant(effect.userId);
      return mixer.removeParticipant(effect.userId);
    case 'reconnect':
      return mesh.reconnect(effect.userId);
    case 'await-missing':
      return resources.awaitMissing();
    case 'route-audio':
      input.setSending(effect);
      return mixer.setMuted(effect.isSpeakerMuted);
    case 'close':
      return close();
  }
}

/** Reports when the page is closed, and keeps the screen on until then. */
function followPageClose(onClosed: () => void): () => void {
  const releaseWakeLock = keepAwake();
  window.addEventListener('pagehide', onClosed);
  return () => {
    releaseWakeLock();
    window.removeEventListener('pagehide', onClosed);
  };
}
