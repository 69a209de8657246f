import { callToasts } from '@chat-app/contract';
import type { ChatId, ConnectionSignal, UserId, VoiceSignal } from '@chat-app/contract';
import { fetchIceServers } from '../../../api/file-transfer.ts';
import { createIceServerCache } from '../../../rtc/ice-servers.ts';
import { showToast } from '../../../state/toasts.ts';
import { createAudioDesk } from '../audio/mixer.ts';
import { createVoiceInput } from '../audio/audio-input.ts';
import type { CallEvent } from './call-events.ts';
import { openCallLine } from './call-signaling.ts';
import { createMesh } from '../mesh/mesh.ts';

interface CallPartsOptions {
  readonly chatId: ChatId;
  readonly myId: UserId;
  readonly leaveCallIn: ChatId | null;
  readonly dispatch: (event: CallEvent) => void;
  readonly isInCall: (userId: UserId) => boolean;
  readonly onBlocked: (isBlocked: boolean) => void;
}

/** How long to wait for participants who were in the call before the server became unreachable. */
const patienceMs = 20_000;

/** The parts of a call and their wiring: audio output, audio input, direct connections and server messages. */
export type CallParts = ReturnType<typeof openCallParts>;

export function openCallParts({ chatId, myId, leaveCallIn, dispatch, isInCall, onBlocked }: CallPartsOptions) {
  const desk = createAudioDesk({ onBlocked });
  const mesh = createMesh({
    myId,
    iceServers: createIceServerCache(fetchIceServers),
    send: (userId, signal) => line.sendSignal(userId, signal),
    onTrack: (userId, track) => desk.voiceOf(userId).setTrack(track),
    onConnected: (userId) => {
      desk.voiceOf(userId).hush();
      dispatch({ type: 'way-found', userId });
    },
    onLost: (userId) => dispatch({ type: 'way-lost', userId }),
    onRoundTrip: (userId, ms) => dispatch({ type: 'round-trip', userId, ms }),
  });
  const input = createVoiceInput({
    context: desk.context,
    onTrack: mesh.setTrack,
    onPiece: (dataUrl) => line.sendPiece(dataUrl),
    onOpened: ({ label, deviceId }) => {
      // Chromium allows audio output once the microphone is allowed, but only after another `resume`.
      desk.resume();
      dispatch({ type: 'microphone-opened', label, deviceId });
    },
    onMissing: (fault) => {
      showToast(callToasts.audioFailed);
      dispatch({ type: 'microphone-missing', fault });
    },
  });
  const line = openCallLine({
    chatId,
    leaveCallIn,
    onEvent: dispatch,
    onPiece: (userId, dataUrl) => {
      if (isInCall(userId) && !mesh.isReceivingFrom(userId)) desk.voiceOf(userId).playPiece(dataUrl);
    },
    onSignal: (userId, signal) => {
      if (isMuteNews(signal)) dispatch({ type: 'peer-muted', userId, isMuted: signal.control.isMuted });
      else mesh.receive(userId, signal);
    },
  });
  let patience: ReturnType<typeof setTimeout> | undefined;
  return {
    desk,
    mesh,
    input,
    line,
    havePatience: () => {
      clearTimeout(patience);
      patience = setTimeout(dispatch, patienceMs, { type: 'patience-over' });
    },
    close: () => {
      clearTimeout(patience);
      line.close();
      mesh.close();
      input.close();
      desk.close();
    },
  };
}

const isMuteNews = (signal: VoiceSignal): signal is Exclude<VoiceSignal, ConnectionSignal> =>
  'control' in signal && 'isMuted' in signal.control;
