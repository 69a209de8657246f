import type { ChatId, Message } from '@chat-app/contract';
import type { ChatRooms } from '../../realtime/chat-rooms.ts';
import type { ChatStream } from './chat-stream.ts';
import type { ChatSnapshot } from './delivery.repository.ts';
import type { RoomMembers } from './room-members.ts';

export interface ChatReaderDeps {
  readonly chatRooms: ChatRooms;
  /** Reads a chat and its members; null when it is gone. */
  readonly findChat: (chatId: ChatId) => Promise<ChatSnapshot | null>;
  /** Reads up to `readLimit` messages from a seq on; null in place of a deleted one. */
  readonly listMessages: (start: { chatId: ChatId; seq: number }) => Promise<(Message | null)[]>;
  readonly members: RoomMembers;
}

/** Devices that missed more fetch it themselves. */
const catchUpLimit = 200;
/** One more shows that there are more. */
export const readLimit = catchUpLimit + 1;

/** Reads the members of a chat and its missing messages from the database, and applies and emits them. */
export function createChatReader({ chatRooms, findChat, listMessages, members }: ChatReaderDeps) {
  /** Messages first: somebody who is removed between the two queries gets none of them. */
  async function readChat(stream: ChatStream, isOpen: () => boolean) {
    const { chatId } = stream;
    const missing = await listMessages({ chatId, seq: stream.nextSeq });
    const chat = await findChat(chatId);
    if (!isOpen()) return;
    // Somebody was removed after this was read. Once only: a restored database may never reach that count.
    if (chat && chat.memberRev < stream.requiredRev) {
      stream.requiredRev = chat.memberRev;
      stream.mustSyncAgain = true;
      return;
    }
    members.applyMembers(stream, chat);
    if (!chat) return;
    // The second can only be after the database was restored to an earlier state.
    if (missing.length > catchUpLimit || chat.lastSeq < stream.nextSeq - 1) {
      stream.nextSeq = chat.lastSeq + 1;
      stream.waiting = [];
      chatRooms.emit(chatId, 'chatHeads', { [chatId]: chat.lastSeq });
    } else {
      for (const message of missing) members.emit(stream, message);
    }
    stream.lastSeq = Math.max(chat.lastSeq, stream.nextSeq - 1);
    if (stream.joining) members.joinNewMembers(stream);
    emitDeletions(stream, chat);
  }

  /** To those who could see the message. */
  function emitDeletions({ chatId, deletions }: ChatStream, { joinedSeqByMember }: ChatSnapshot) {
    for (const { messageId, seq } of deletions.splice(0)) {
      const userIds = [...joinedSeqByMember].filter(([, joinedSeq]) => joinedSeq >= seq).map(([userId]) => userId);
      chatRooms.emitExcept({ chatId, userIds }, 'deleteMessage', messageId, chatId);
    }
  }

  return readChat;
}
