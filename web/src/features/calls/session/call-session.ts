import { callMediaToasts } from '@chat-app/contract';
import type { ChatId, UserId } from '@chat-app/contract';
import { hangUp } from '../../../api/calls.ts';
import { keepAwake } from '../../../browser/wake-lock.ts';
import { holdCall } from '../../../state/call-start.ts';
import { showToast } from '../../../state/toasts.ts';
import { createSpeakingDetector } from '../audio/mixer.ts';
import type { CameraChoice } from '../video/camera-input.ts';
import { noRemoteVideos } from '../video/remote-videos.ts';
import type { CallEffect, CallEvent, CallState } from './call-events.ts';
import { newCall, step } from './call-machine.ts';
import { openCallResources } from './call-resources.ts';
import { muteSignalFor } from './mute-signal.ts';
import type { CallResources, ResourcesView } from './call-resources.ts';

/** What the window shows. */
export interface CallView extends ResourcesView {
  readonly call: CallState;
  readonly speakingIds: readonly UserId[];
  readonly layout: CallLayout;
  readonly speakerId: string;
}

/** How pictures are arranged. Kept here, because a docked call that becomes small and large again is drawn again. */
export type CallLayout = 'grid' | 'speaker';

interface CallSessionOptions {
  readonly chatId: ChatId;
  readonly myId: UserId;
  /** The chat whose call the user leaves for this one; null if there is none. */
  readonly leaveCallIn: ChatId | null;
  /** What was chosen before joining. */
  readonly startsWith?: StartsWith;
}

/** The camera is chosen even if it is off. */
export interface StartsWith extends CameraChoice {
  /** Null is the system's default. */
  readonly microphoneId: string | null;
  readonly isCameraOn: boolean;
  readonly isMuted: boolean;
}

/** More frequent updates would not be visible. */
const speakingCheckMs = 100;

export type CallSession = ReturnType<typeof createCallSession>;

/** One call in one window: runs the state machine, the audio and the connections until the call is over. */
export function createCallSession({ chatId, myId, leaveCallIn, startsWith }: CallSessionOptions) {
  let view: CallView = newView(myId);
  const listeners = new Set<() => void>();
  const show = (next: Partial<CallView>) => {
    const isSame = Object.entries(next).every(([name, value]) => view[name as keyof CallView] === value);
    if (isSame) return;
    view = { ...view, ...next };
    listeners.forEach((listener) => listener());
  };
  const dispatch = (event: CallEvent) => {
    const before = view.call;
    const { state, effects } = step(before, event);
    if (state !== before) show({ call: state });
    effects.forEach((effect) => runEffect(effect, { chatId, myId, resources, close }));
    sendMuteState(before, state, signaling);
    if (before.phase !== 'ended' && state.phase !== 'ended') resources.video.follow(before, state);
  };

  const resources = openCallResources({
    chatId,
    myId,
    leaveCallIn,
    dispatch,
    isInCall: (userId) => view.call.phase !== 'ended' && view.call.others.some(({ id }) => id === userId),
    show,
  });
  const { mixer, input, signaling, mesh, video } = resources;
  const detectSpeaking = createSpeakingDetector();
  const speakingTimer = setInterval(() => {
    const speakingIds = detectSpeaking(mixer.levels(), Date.now());
    if (speakingIds.join() !== view.speakingIds.join()) show({ speakingIds });
  }, speakingCheckMs);
  const releaseCall = holdCall();
  const stopFollowing = followPageClose(() => dispatch({ type: 'window-closed' }));

  function close() {
    clearInterval(speakingTimer);
    stopFollowing();
    releaseCall();
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
      if (startsWith?.isMuted) dispatch({ type: 'mute-toggled' });
      input.open(startsWith?.microphoneId ?? null);
      if (startsWith) video.camera.restore(startsWith);
      if (startsWith?.isCameraOn) dispatch({ type: 'camera-requested', deviceId: null });
    },
    openMicrophone: (deviceId: string | null) => {
      dispatch({ type: 'microphone-requested' });
      input.open(deviceId);
    },
    /** How this call goes on in another window; null when it is over. */
    startElsewhere: () => startElsewhere(view.call, video.camera.choice()),
    microphoneLevel: input.level,
    setNoiseSuppression: input.setSuppressing,
    setVolume: mixer.setVolume,
    volumeOf: mixer.volumeOf,
    canChooseSpeaker: mixer.canChooseSpeaker,
    /** A speaker that cannot be used is not chosen. */
    chooseSpeaker: async (speakerId: string) => {
      await mixer.chooseSpeaker(speakerId);
      show({ speakerId });
    },
    setLayout: (layout: CallLayout) => show({ layout }),
    enableSound: mixer.resume,
    ...videoControls(dispatch),
    readStats: async () => mesh.latestStats(),
    /** Four emoji to compare with a participant; null without a direct connection. */
    verificationOf: async (userId: UserId) => mesh.verificationOf(userId),
  };
}

/** What a window shows before it has joined. */
export const newView = (myId: UserId): CallView => ({
  call: newCall(myId),
  speakingIds: [],
  layout: 'grid',
  speakerId: 'default',
  isSoundBlocked: false,
  isPoor: false,
  isBusy: false,
  ownCamera: null,
  ownScreen: null,
  ...noRemoteVideos,
});

function startElsewhere(call: CallState, choice: CameraChoice): StartsWith | null {
  if (call.phase === 'ended') return null;
  const { camera, microphone, talk } = call;
  return {
    ...choice,
    microphoneId: microphone.phase === 'open' ? microphone.deviceId : null,
    isCameraOn: camera.phase !== 'off',
    isMuted: talk !== 'open',
  };
}

function videoControls(dispatch: (event: CallEvent) => void) {
  return {
    /** Also switches to another camera while one is on. Null selects the one that was in use last. */
    turnCameraOn: (deviceId: string | null) => dispatch({ type: 'camera-requested', deviceId }),
    turnCameraOff: () => dispatch({ type: 'camera-turned-off' }),
    setBlur: (isOn: boolean) => dispatch({ type: 'blur-requested', isOn }),
    /** Must be called in a click handler. */
    shareScreen: () => dispatch({ type: 'screen-requested' }),
    stopSharing: () => dispatch({ type: 'screen-stopped' }),
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

type Runners = {
  readonly [Type in CallEffect['type']]: (effect: Extract<CallEffect, { type: Type }>, context: EffectContext) => void;
};

const runners: Runners = {
  join: (_effect, { myId, resources }) => resources.signaling.join(myId),
  leave: (_effect, { resources }) => resources.signaling.leave(),
  // If HTTP fails, leave over the socket; the server then works out how the call ended.
  'hang-up': (_effect, { chatId, resources }) => void hangUp(chatId).catch(() => resources.signaling.leave()),
  'add-participant': ({ userId }, { resources }) => resources.mesh.addParticipant(userId),
  'remove-participant': ({ userId }, { resources }) => {
    resources.mesh.removeParticipant(userId);
    resources.video.removeParticipant(userId);
    resources.mixer.removeParticipant(userId);
  },
  reconnect: ({ userId }, { resources }) => resources.mesh.reconnect(userId),
  'await-missing': (_effect, { resources }) => resources.awaitMissing(),
  'route-audio': (routing, { resources }) => {
    resources.input.setSending(routing);
    resources.mixer.setMuted(routing.isSpeakerMuted);
  },
  'open-camera': ({ deviceId }, { resources }) => resources.video.camera.open(deviceId),
  'close-camera': (_effect, { resources }) => resources.video.camera.close(),
  'blur-camera': ({ isOn }, { resources }) => resources.video.camera.setBlur(isOn),
  'open-screen': (_effect, { resources }) => resources.video.screen.open(),
  'close-screen': (_effect, { resources }) => resources.video.screen.close(),
  'report-screen-refused': () => showToast(callMediaToasts.screenRefused),
  'announce-media': ({ type: _type, ...shown }, { resources }) => resources.signaling.announceMedia(shown),
  close: (_effect, { close }) => close(),
};

const runEffect = (effect: CallEffect, context: EffectContext) =>
  (runners[effect.type] as (effect: CallEffect, context: EffectContext) => void)(effect, context);

/** Reports when the page is closed, and keeps the screen on until then. */
function followPageClose(onClosed: () => void): () => void {
  const releaseWakeLock = keepAwake();
  window.addEventListener('pagehide', onClosed);
  return () => {
    releaseWakeLock();
    window.removeEventListener('pagehide', onClosed);
  };
}
