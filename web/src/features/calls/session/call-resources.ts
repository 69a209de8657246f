import { callToasts } from '@chat-app/contract';
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

interface CallResourcesOptions {
  readonly chatId: ChatId;
  readonly myId: UserId;
  readonly leaveCallIn: ChatId | null;
  readonly dispatch: (event: CallEvent) => void;
  readonly isInCall: (userId: UserId) => boolean;
  readonly onBlocked: (isBlocked: boolean) => void;
}

/** How long to wait for participants who were in the call before the server became unreachable. */
const missingTimeoutMs = 20_000;

/** What a call holds open: audio output, audio input, direct connections and the messages with the server. */
export type CallResources = ReturnType<typeof openCallResources>;

export function openCallResources({ chatId, myId, leaveCallIn, dispatch, isInCall, onBlocked }: CallResourcesOptions) {
  const mixer = createMixer({ onBlocked });
  const mesh = createMesh({
    myId,
    iceServers: createIceServerCache(fetchIceServers),
    send: (userId, signal) => signaling.sendSignal(userId, signal),
    onTrack: (userId, track) => mixer.remoteAudioOf(userId).setTrack(track),
    onConnected: (userId) => {
      mixer.remoteAudioOf(userId).flush();
      dispatch({ type: 'path-connected', userId });
    },
    onLost: (userId) => dispatch({ type: 'path-lost', userId }),
    onRoundTrip: (userId, ms) => dispatch({ type: 'round-trip-measured', userId, ms }),
  });
  const input = createAudioInput({
    context: mixer.context,
    onTrack: mesh.setTrack,
    onChunk: (dataUrl) => signaling.sendChunk(dataUrl),
    onOpened: ({ label, deviceId }) => {
      // Chromium allows audio output once the microphone is allowed, but only after another `resume`.
      mixer.resume();
      dispatch({ type: 'microphone-opened', label, deviceId });
    },
    onMissing: (fault) => {
      showToast(callToasts.audioFailed);
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
    signaling,
    awaitMissing: () => {
      clearTimeout(missingTimer);
      missingTimer = setTimeout(dispatch, missingTimeoutMs, { type: 'missing-timed-out' });
    },
    close: () => {
      clearTimeout(missingTimer);
      signaling.close();
      mesh.close();
      input.close();
      mixer.close();
    },
  };
}

const suppressionFailed = {
  type: 'warning',
  title: 'Noise suppression could not be loaded',
  message: "Your browser's own stays on",
  timeoutMs: 5000,
} as const;

const isMuteSignal = (signal: VoiceSignal): signal is Exclude<VoiceSignal, ConnectionSignal> =>
  'control' in signal && 'isMuted' in signal.control;
