import { callMediaToasts } from '@chat-app/contract';
import type { CallMedia, ChatId, ShownMedia, UserId, VoiceSignal } from '@chat-app/contract';
import { currentSocket } from '../../../api/socket.live.ts';
import { emitWithAck } from '../../../lib/emit-with-ack.ts';
import type { ChatSocket } from '../../../lib/socket.ts';
import { showToast } from '../../../state/toasts.ts';
import type { CallEvent } from './call-events.ts';
import { createJoinRequest } from './join-request.ts';
import type { Refusal } from './join-request.ts';
import { createMediaAnnouncement } from './media-announcement.ts';
import { watchSocket } from './socket-watch.ts';

interface SignalingOptions {
  readonly chatId: ChatId;
  /** The chat whose call the user leaves for this one; null if there is none. */
  readonly leaveCallIn: ChatId | null;
  readonly onEvent: (event: CallEvent) => void;
  readonly onChunk: (userId: UserId, dataUrl: string) => void;
  readonly onSignal: (userId: UserId, signal: VoiceSignal) => void;
}

/** The messages between a call and the server. */
export interface CallSignaling {
  /** No events are received before this. */
  start: () => void;
  join: (myId: UserId) => void;
  leave: () => void;
  sendChunk: (dataUrl: string) => void;
  sendSignal: (userId: UserId, signal: VoiceSignal) => void;
  /** Sends the server what this participant shows. */
  announceMedia: (media: ShownMedia) => void;
  close: () => void;
}

/** With this many packets in the write buffer, the network cannot keep up. */
const maxBufferedPackets = 6;

/** Follows the tab's current socket, which may be replaced. */
export function openCallSignaling(options: SignalingOptions): CallSignaling {
  const { chatId, leaveCallIn, onEvent } = options;
  let socket: ChatSocket | null = null;
  let stopListening = () => {};
  let isConnected = false;

  const joinRequest = createJoinRequest({
    leaveCallIn,
    send: (myId, leaveChatId) => emitWithAck(socket, 'joinVoiceRoom', chatId, myId, leaveChatId),
    onRefused: (refusal) => onEvent(refusalEvent(refusal)),
  });

  const announcement = createMediaAnnouncement({
    send: (media) => emitWithAck(socket, 'callMedia', chatId, media),
    onAccepted: () => onEvent({ type: 'media-accepted' }),
    onCameraRefused: (message) => {
      showToast({ ...callMediaToasts.camerasFull, message });
      onEvent({ type: 'camera-refused' });
    },
    onFailed: () => onEvent({ type: 'media-refused' }),
  });

  function handleEvent(event: CallEvent) {
    if (event.type === 'participants-listed') joinRequest.handleParticipants(event.ids);
    onEvent(event);
  }

  function followCurrentSocket() {
    const current = currentSocket();
    if (!current || current === socket) return;
    stopListening();
    socket = current;
    stopListening = listen(current, { ...options, onEvent: handleEvent });
  }

  function setConnected(isNowConnected: boolean, event: CallEvent) {
    isConnected = isNowConnected;
    joinRequest.stop();
    announcement.stop();
    onEvent(event);
  }

  let stopWatching = () => {};
  return {
    start: () => {
      stopWatching = watchSocket({
        onConnected: (how) => setConnected(true, { type: 'socket-connected', ...how }),
        onDisconnected: () => setConnected(false, { type: 'socket-disconnected' }),
        onChange: followCurrentSocket,
      });
    },
    join: joinRequest.start,
    leave: () => void (isConnected && emitWithAck(socket, 'leaveVoiceRoom', chatId)),
    sendChunk: (dataUrl) => {
      // A late chunk is useless. `volatile` would also drop a chunk that is emitted right after another packet.
      if (socket?.connected && socket.io.engine.writeBuffer.length < maxBufferedPackets) {
        socket.emit('audioStream', chatId, dataUrl);
      }
    },
    sendSignal: (userId, signal) => void (isConnected && emitWithAck(socket, 'voiceSignal', chatId, userId, signal)),
    announceMedia: announcement.announce,
    close: () => {
      joinRequest.stop();
      announcement.stop();
      stopWatching();
      stopListening();
    },
  };
}

const refusalEvent = (refusal: Refusal): CallEvent => ({
  type: 'join-refused',
  message: refusal.message,
  otherChatId: refusal.code === 'in_other_call' ? (refusal.chatId ?? null) : null,
});

type ListenerOptions = Omit<SignalingOptions, 'leaveCallIn'>;

function listen(socket: ChatSocket, { chatId, onEvent, onChunk, onSignal }: ListenerOptions): () => void {
  const ifThisCall = (event: CallEvent) => (about: ChatId) => about === chatId && onEvent(event);
  const listeners = {
    callingUsers: (ids: UserId[], about: ChatId) => {
      if (about === chatId) onEvent({ type: 'participants-listed', ids, atMs: Date.now() });
    },
    callMedia: (about: ChatId, { cameraIds, screenId }: CallMedia) => {
      if (about === chatId) onEvent({ type: 'media-listed', cameraIds, screenId });
    },
    voiceCallEnd: ifThisCall({ type: 'call-ended' }),
    voiceDeviceJoined: ifThisCall({ type: 'joined-elsewhere' }),
    outChat: ifThisCall({ type: 'removed-from-chat' }),
    audioStream: (dataUrl: string, userId: UserId) => onChunk(userId, dataUrl),
    voiceSignal: (about: ChatId, userId: UserId, signal: VoiceSignal) => about === chatId && onSignal(userId, signal),
  };
  const entries = Object.entries(listeners) as [keyof typeof listeners, never][];
  entries.forEach(([name, listener]) => socket.on(name, listener));
  return () => entries.forEach(([name, listener]) => socket.off(name, listener));
}
