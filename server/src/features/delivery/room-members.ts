import type { ChatId, Message, UserId } from '@chat-app/contract';
import type { ChatRooms, EmitOptions } from '../../realtime/chat-rooms.ts';
import type { ClientSocket } from '../../realtime/rooms.ts';
import type { ChatStream } from './chat-stream.ts';
import type { ChatSnapshot } from './delivery.repository.ts';

export type RoomMembers = ReturnType<typeof createRoomMembers>;

/** Emits to the rooms of chats, and keeps the devices in them in line with the members of the chats. */
export function createRoomMembers(chatRooms: ChatRooms) {
  /** Devices that have joined their chats: from then on, changes of their memberships are applied to them. */
  const connected = new WeakSet<ClientSocket>();

  /** Joins the devices of new members once all earlier messages are emitted. */
  function joinNewMembers(stream: ChatStream) {
    for (const [userId, joinedSeq] of stream.joining ?? []) {
      if (joinedSeq >= stream.nextSeq) continue;
      stream.joining?.delete(userId);
      const devices = chatRooms.devicesOutside(stream.chatId, userId).filter((device) => connected.has(device));
      for (const device of devices) {
        chatRooms.join(device, [stream.chatId]);
        device.emit('joinChat', stream.chatId);
      }
    }
    if (stream.joining?.size === 0) stream.joining = null;
  }

  /** Emits the next message; null stands for one that was deleted. */
  function emit(stream: ChatStream, message: Message | null, options?: EmitOptions) {
    if (stream.joining) joinNewMembers(stream);
    if (message) chatRooms.emitMessage(message, options);
    stream.nextSeq += 1;
    if (message?.rev === stream.rev + 1) stream.rev += 1;
  }

  function removeFromRoom(chatId: ChatId, userId: UserId) {
    for (const device of chatRooms.leave(chatId, userId)) device.emit('outChat', chatId);
  }

  function applyMembers(stream: ChatStream, chat: ChatSnapshot | null) {
    const { chatId } = stream;
    for (const userId of chatRooms.listUsers(chatId)) {
      // Somebody who was removed and added again must not receive what was sent in between.
      const joinedSeq = chat?.joinedSeqByMember.get(userId) ?? Infinity;
      if (joinedSeq >= stream.nextSeq) removeFromRoom(chatId, userId);
    }
    if (!chat) return;
    if (chat.memberRev > stream.memberRev) {
      stream.memberRev = chat.memberRev;
      chatRooms.emit(chatId, 'updateChat', chatId);
    }
    stream.joining = new Map(
      [...chat.joinedSeqByMember].filter(([userId]) =>
        chatRooms.devicesOutside(chatId, userId).some((device) => connected.has(device)),
      ),
    );
    joinNewMembers(stream);
  }

  return {
    joinNewMembers,
    applyMembers,
    emit,
    removeFromRoom,
    markConnected: (device: ClientSocket) => void connected.add(device),
  };
}
