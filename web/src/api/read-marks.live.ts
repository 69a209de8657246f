import type { ChatId } from '@chat-app/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { emitWithAck } from '../lib/emit-with-ack.ts';
import { usePageVisible } from '../browser/page.ts';
import { useConnection } from '../state/connection.ts';
import { advanceReadMark } from '../state/read-marks.ts';
import { applyRead } from './chat-list.ts';
import { patchChatLists } from './chats.ts';
import { currentSocket } from './socket.live.ts';

/** Marks the open chat as read up to `seq`, here and on the server, while the page is visible. */
export function useReadMark(chatId: ChatId, seq: number): void {
  const client = useQueryClient();
  const isVisible = usePageVisible();
  const isConnected = useConnection(({ phase }) => phase === 'connected');

  useEffect(() => {
    if (!isVisible || seq === 0) return;
    advanceReadMark(chatId, seq);
    patchChatLists(client, (rows) => applyRead(rows, chatId, seq));
    if (isConnected) void emitWithAck(currentSocket(), 'chatRead', chatId, seq);
  }, [client, chatId, seq, isVisible, isConnected]);
}
