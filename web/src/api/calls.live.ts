import { limits } from '@chat-app/contract';
import type { ChatId } from '@chat-app/contract';
import type { ChatSocket } from '../lib/socket.ts';
import { startRingingFor, stopAllRinging, stopRingingFor, useRinging } from '../state/ringing.ts';
import { isCallGoingOn } from './calls.ts';

/** Tracks the calls that ring and wait for an answer. Returns a disposer. */
export function followRinging(socket: ChatSocket): () => void {
  const timers = new Map<ChatId, ReturnType<typeof setTimeout>>();
  const end = (chatId: ChatId) => {
    clearTimeout(timers.get(chatId));
    timers.delete(chatId);
    stopRingingFor(chatId);
  };
  // Nodes of the previous release omit the kind.
  socket.on('voiceCallStart', (chatId, kind = 'voice') => {
    end(chatId);
    // The server ends the ringing by then, but its event can be lost.
    timers.set(chatId, setTimeout(end, limits.callRingMs, chatId));
    startRingingFor({ chatId, kind });
  });
  socket.on('voiceCallEnd', end);
  socket.on('voiceDeviceJoined', end);
  socket.on('outChat', end);
  // The server does not repeat events that were missed while disconnected.
  socket.on('connect', () => useRinging.getState().calls.forEach(({ chatId }) => void recheck(chatId, end)));
  return () => {
    timers.forEach((timer) => clearTimeout(timer));
    stopAllRinging();
  };
}

async function recheck(chatId: ChatId, end: (chatId: ChatId) => void): Promise<void> {
  const isGoingOn = await isCallGoingOn(chatId).catch(() => true);
  if (!isGoingOn) end(chatId);
}
