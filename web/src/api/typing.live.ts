import { limits } from '@chat-app/contract';
import type { ChatId } from '@chat-app/contract';
import { useEffect, useState } from 'react';
import type { ChatSocket } from '../lib/socket.ts';
import { setTyping } from '../state/typing.ts';
import { currentSocket } from './socket.live.ts';

/** Follows who is typing. A message of somebody ends it. */
export function followTyping(socket: ChatSocket): void {
  socket.on('typing', setTyping);
  socket.on('newMessage', ({ chatId, sender }) => {
    if (sender) setTyping(chatId, sender._id, false);
  });
}

/** Tells the other members of a chat that the user is typing. Ends when the chat is closed. */
export function useTypingSignal(chatId: ChatId) {
  const [signal] = useState(() => createTypingSignal(chatId));
  useEffect(() => signal.stop, [signal]);
  return signal;
}

function createTypingSignal(chatId: ChatId) {
  let saidAtMs = Number.NEGATIVE_INFINITY;
  let isShown = false;
  // Volatile: said after a reconnect, it would be outdated.
  const emit = (isTyping: boolean) => currentSocket()?.volatile.emit('typing', chatId, isTyping);
  const stop = () => {
    if (isShown && Date.now() - saidAtMs < limits.typingExpiresMs) emit(false);
    isShown = false;
  };

  return {
    stop,
    /** The text of the field has changed. */
    type: (text: string) => {
      if (text.trim() === '') return stop();
      if (Date.now() - saidAtMs < limits.typingEveryMs) return undefined;
      saidAtMs = Date.now();
      isShown = true;
      emit(true);
      return undefined;
    },
    /** The message itself ends it. */
    handleSent: () => {
      isShown = false;
    },
  };
}
