import type { ChatId, UserId, VoiceSignal } from '@chat-app/contract';
import { emitWithAck } from '../../../lib/emit-with-ack.ts';
import { currentSocket } from '../../../lib/socket.ts';
import type { ChatSocket } from '../../../lib/socket.ts';
import type { CallEvent } from './call-events.ts';
import { createJoining } from './join-request.ts';
import type { Refusal } from './join-request.ts';
import { watchLine } from './socket-watch.ts';

interface LineParts {
  readonly chatId: ChatId;
  /** The chat whose call the user leaves for this one; null if there is none. */
  readonly leaveCallIn: ChatId | null;
  readonly onEvent: (event: CallEvent) => void;
  readonly onPiece: (userId: UserId, dataUrl: string) => void;
  readonly onSignal: (userId: UserId, signal: VoiceSignal) => void;
}

/** The messages between a call and the server. */
export interface CallLine {
  /** No events are received before this. */
  start: () => void;
  join: (myId: UserId) => void;
  leave: () => void;
  sendPiece: (dataUrl: string) => void;
  sendSignal: (userId: UserId, signal: VoiceSignal) => void;
  close: () => void;
}

/** With this many packets in the write buffer, the network cannot keep up. */
const maxWaiting = 6;

/** Follows the tab's current socket, which may be replaced. */
export function openCallLine({ chatId, leaveCallIn, onEvent, onPiece, onSignal }: LineParts): CallLine {
  let followed: ChatSocket | null = null;
  let stopFollowing = () => {};
  let isUp = false;

  const joining = createJoining({
    leaveCallIn,
    ask: (myId, leaving) => emitWithAck(followed, 'joinVoiceRoom', chatId, myId, leaving),
    onRefused: (refusal) => onEvent({ type: 'refused', message: refusal.message, otherChatId: otherCallOf(refusal) }),
  });

  function handleEvent(event: CallEvent) {
    if (event.type === 'crew') joining.handleParticipants(event.ids);
    onEvent(event);
  }

  function followCurrent() {
    const socket = currentSocket();
    if (!socket || socket === followed) return;
    stopFollowing();
    followed = socket;
    stopFollowing = follow(socket, { chatId, onEvent: handleEvent, onPiece, onSignal });
  }

  function setUp(isNowUp: boolean, event: CallEvent) {
    isUp = isNowUp;
    joining.stop();
    onEvent(event);
  }

  let stopWatching = () => {};
  return {
    start: () => {
      stopWatching = watchLine({
        onUp: (how) => setUp(true, { type: 'line-up', ...how }),
        onDown: () => setUp(false, { type: 'line-down' }),
        onChange: followCurrent,
      });
    },
    join: joining.start,
    leave: () => void (isUp && emitWithAck(followed, 'leaveVoiceRoom', chatId)),
    sendPiece: (dataUrl) => {
      // A late chunk is useless. `volatile` would also drop a chunk that is emitted right after another packet.
      if (followed?.connected && followed.io.engine.writeBuffer.length < maxWaiting) {
        followed.emit('audioStream', chatId, dataUrl);
      }
    },
    sendSignal: (userId, signal) => void (isUp && emitWithAck(followed, 'voiceSignal', chatId, userId, signal)),
    close: () => {
      joining.stop();
      stopWatching();
      stopFollowing();
    },
  };
}

const otherCallOf = (refusal: Refusal): ChatId | null =>
  refusal.code === 'in_other_call' ? (refusal.chatId ?? null) : null;

type Following = Omit<LineParts, 'leaveCallIn'>;

function follow(socket: ChatSocket, { chatId, onEvent, onPiece, onSignal }: Following): () => void {
  const ifOurs = (event: CallEvent) => (about: ChatId) => about === chatId && onEvent(event);
  const listeners = {
    callingUsers: (ids: UserId[], about: ChatId) => {
      if (about === chatId) onEvent({ type: 'crew', ids, atMs: Date.now() });
    },
    voiceCallEnd: ifOurs({ type: 'over' }),
    voiceDeviceJoined: ifOurs({ type: 'taken' }),
    outChat: ifOurs({ type: 'put-out' }),
    audioStream: (dataUrl: string, userId: UserId) => onPiece(userId, dataUrl),
    voiceSignal: (about: ChatId, userId: UserId, signal: VoiceSignal) => about === chatId && onSignal(userId, signal),
  };
  const entries = Object.entries(listeners) as [keyof typeof listeners, never][];
  entries.forEach(([name, listener]) => socket.on(name, listener));
  return () => entries.forEach(([name, listener]) => socket.off(name, listener));
}
