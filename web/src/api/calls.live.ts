import { limits } from '@chat-app/contract';
import type { ChatId } from '@chat-app/contract';
import type { ChatSocket } from '../lib/socket.ts';
import { startRingingFor, stopAllRinging, stopRingingFor, useRinging } from '../state/ringing.ts';
import { isCallGoingOn } from './calls.ts';

/** Keeps track of the calls that wait for an answer. Returns how to stop. */
export function followRinging(socket: ChatSocket): () => void {
  const timers = new Map<ChatId, ReturnType<typeof setTimeout>>();
  const end = (chatId: ChatId) => {
    clearTimeout(timers.get(chatId));
    timers.delete(chatId);
    stopRingingFor(chatId);
  };
  socket.on('voiceCallStart', (chatId) => {
    end(chatId);
    // The server ends it by then; but that word can be lost.
    timers.set(chatId, setTimeout(end, limits.callRingMs, chatId));
    startRingingFor(chatId);
  });
  socket.on('voiceCallEnd', end);
  socket.on('voiceDeviceJoined', end);
  socket.on('outChat', end);
  // What happened while we were away is not told again.
  socket.on('connect', () => useRinging.getState().chatIds.forEach((chatId) => void recheck(chatId, end)));
  return () => {
    timers.forEach((timer) => clearTimeout(timer));
    stopAllRinging();
  };
}

async function recheck(chatId: ChatId, end: (chatId: ChatId) => void): Promise<void> {
  const isGoingOn = await isCallGoingOn(chatId).catch(() => true);
  if (!isGoingOn) end(chatId);
}
