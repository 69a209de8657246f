import { callMediaToasts } from '@chat-app/contract';
import type { ChatId, ConnectionSignal, UserId, VoiceSignal } from '@chat-app/contract';
import { fetchIceServers } from '../../../api/file-transfer.ts';
import { createIceServerCache } from '../../../rtc/ice-servers.ts';
import { setCallSetting } from '../../../state/call-settings.ts';
import { showToast } from '../../../state/toasts.ts';
import { createMixer } from '../audio/mixer.ts';
import { createAudioInput } from '../audio/audio-input.ts';
import type { CallEvent } from './call-events.ts';
import { openCallSignaling } from './call-signaling.ts';
import { createMesh } from '../mesh/mesh.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { openVideoResources } from './video-resources.ts';
import type { VideoView } from './video-resources.ts';

/** What the window shows of the resources. */
export interface ResourcesView extends VideoView {
  /** The browser blocks audio output in this window. */
  readonly isSoundBlocked: boolean;
  /** One's own connection is poor. */
  readonly isPoor: boolean;
  /** This computer has more to do than it can. */
  readonly isBusy: boolean;
}

interface CallResourcesOptions {
  readonly chatId: ChatId;
  readonly myId: UserId;
  readonly leaveCallIn: ChatId | null;
  readonly dispatch: (event: CallEvent) => void;
  readonly isInCall: (userId: UserId) => boolean;
  readonly show: (view: Partial<ResourcesView>) => void;
}

/** How long to wait for participants who were in the call before the server became unreachable. */
const missingTimeoutMs = 20_000;

/** What a call holds open: audio output, audio input, direct connections and the messages with the server. */
export type CallResources = ReturnType<typeof openCallResources>;

export function openCallResources({ chatId, myId, leaveCallIn, dispatch, isInCall, show }: CallResourcesOptions) {
  const mixer = createMixer({ onBlocked: (isSoundBlocked) => show({ isSoundBlocked }) });
  const video = openVideoResources({ mixer, mesh: () => mesh, dispatch, show });
  const mesh: Mesh = createMesh({
    myId,
    iceServers: createIceServerCache(fetchIceServers),
    send: (userId, signal) => signaling.sendSignal(userId, signal),
    onTrack: (userId, source, track) => {
      if (source === 'microphone') mixer.remoteAudioOf(userId).setTrack(track);
      else video.setTrack(userId, source, track);
    },
    onConnected: (userId) => {
      mixer.remoteAudioOf(userId).flush();
      dispatch({ type: 'path-connected', userId });
    },
    onLost: (userId) => dispatch({ type: 'path-lost', userId }),
    onRoundTrip: (userId, ms) => dispatch({ type: 'round-trip-measured', userId, ms }),
    onFrames: video.setFrames,
    onPoor: (isPoor) => show({ isPoor }),
    onBusy: (isBusy) => show({ isBusy }),
    onLoad: video.setLoad,
    isAwaitingFrames: video.isAwaitingFrames,
  });
  const input = createAudioInput({
    context: mixer.context,
    onTrack: (track) => mesh.setTrack('microphone', track),
    onChunk: (dataUrl) => signaling.sendChunk(dataUrl),
    onOpened: ({ label, deviceId }) => {
      // Chromium allows audio output once the microphone is allowed, but only after another `resume`.
      mixer.resume();
      dispatch({ type: 'microphone-opened', label, deviceId });
    },
    onMissing: (fault) => {
      showToast(callMediaToasts.audioFailed);
      dispatch({ type: 'microphone-missing', fault });
    },
    onSuppressionFailed: () => {
      setCallSetting('suppressesNoise', false);
      showToast(suppressionFailed);
    },
  });
  const signaling = openCallSignaling({
    chatId,
    leaveCallIn,
    onEvent: dispatch,
    onChunk: (userId, dataUrl) => {
      if (isInCall(userId) && !mesh.isReceivingFrom(userId)) mixer.remoteAudioOf(userId).playChunk(dataUrl);
    },
    onSignal: (userId, signal) => {
      if (isMuteSignal(signal)) dispatch({ type: 'peer-muted', userId, isMuted: signal.control.isMuted });
      else mesh.receive(userId, signal);
    },
  });
  let missingTimer: ReturnType<typeof setTimeout> | undefined;
  return {
    mixer,
    mesh,
    input,
    video,
    signaling,
    awaitMissing: () => {
      clearTimeout(missingTimer);
      missingTimer = setTimeout(dispatch, missingTimeoutMs, { type: 'missing-timed-out' });
    },
    close: () => {
      clearTimeout(missingTimer);
      signaling.close();
      video.close();
      mesh.close();
      input.close();
      mixer.close();
    },
  };
}

const suppressionFailed = {
  type: 'warning',
  title: 'Noise suppression failed',
  message: "Your browser's own stays on",
  timeoutMs: 5000,
} as const;

const isMuteSignal = (signal: VoiceSignal): signal is Exclude<VoiceSignal, ConnectionSignal> =>
  'control' in signal && 'isMuted' in signal.control;
