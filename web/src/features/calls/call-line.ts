import type { ChatId, UserId, VoiceSignal } from '@chat-app/contract';
import { currentSocket } from '../../lib/socket.ts';
import type { ChatSocket } from '../../lib/socket.ts';
import { useConnection } from '../../state/connection.ts';
import type { CallEvent } from './call-events.ts';

interface LineParts {
  readonly chatId: ChatId;
  readonly onEvent: (event: CallEvent) => void;
  readonly onPiece: (userId: UserId, dataUrl: string) => void;
  readonly onSignal: (userId: UserId, signal: VoiceSignal) => void;
}

/** What a call says to the server, and hears from it. */
export interface CallLine {
  /** Nothing is heard before. */
  start: () => void;
  join: (myId: UserId) => void;
  leave: () => void;
  sendPiece: (dataUrl: string) => void;
  sendSignal: (userId: UserId, signal: VoiceSignal) => void;
  close: () => void;
}

/** With so many packets waiting, the network does not keep up. */
const maxWaiting = 6;

/** Follows the connection of this tab, whichever it is at the time. */
export function openCallLine({ chatId, onEvent, onPiece, onSignal }: LineParts): CallLine {
  let followed: ChatSocket | null = null;
  let stopFollowing = () => {};
  let isUp = false;

  function update() {
    const isNowUp = useConnection.getState().phase === 'connected';
    const socket = currentSocket();
    if (socket && socket !== followed) {
      stopFollowing();
      followed = socket;
      stopFollowing = follow(socket);
    }
    if (isNowUp === isUp) return;
    isUp = isNowUp;
    onEvent({ type: isUp ? 'line-up' : 'line-down' });
  }

  function follow(socket: ChatSocket) {
    const ifOurs = (event: CallEvent) => (about: ChatId) => about === chatId && onEvent(event);
    const listeners = {
      callingUsers: (ids: UserId[], about: ChatId) =>
        about === chatId && onEvent({ type: 'crew', ids, atMs: Date.now() }),
      voiceCallEnd: ifOurs({ type: 'over' }),
      voiceDeviceJoined: ifOurs({ type: 'taken' }),
      outChat: ifOurs({ type: 'put-out' }),
      audioStream: (dataUrl: string, userId: UserId) => onPiece(userId, dataUrl),
      voiceSignal: (about: ChatId, userId: UserId, signal: VoiceSignal) => about === chatId && onSignal(userId, signal),
      errorMessage: (event: string, message: string) =>
        event === 'joinVoiceRoom' && onEvent({ type: 'refused', message }),
    };
    const entries = Object.entries(listeners) as [keyof typeof listeners, never][];
    entries.forEach(([name, listener]) => socket.on(name, listener));
    return () => entries.forEach(([name, listener]) => socket.off(name, listener));
  }

  let unsubscribe = () => {};
  return {
    start: () => {
      unsubscribe = useConnection.subscribe(update);
      update();
    },
    join: (myId) => followed?.emit('joinVoiceRoom', chatId, myId),
    leave: () => isUp && followed?.emit('leaveVoiceRoom', chatId),
    sendPiece: (dataUrl) => {
      // What cannot go out now is of no use later. `volatile` would also drop what merely comes in the same moment as another.
      if (followed?.connected && followed.io.engine.writeBuffer.length < maxWaiting) {
        followed.emit('audioStream', chatId, dataUrl);
      }
    },
    sendSignal: (userId, signal) => isUp && followed?.emit('voiceSignal', chatId, userId, signal),
    close: () => {
      unsubscribe();
      stopFollowing();
    },
  };
}
