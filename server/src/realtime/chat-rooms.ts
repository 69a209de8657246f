import type { ChatId, Message, ServerToClientEvents, UserId } from '@chat-app/contract';
import type { DeviceId } from '../platform/ids.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { encodeEvent, type EncodedEvent } from './encoded-event.ts';
import { writeEvent } from './engine-internals.ts';
import { type ClientSocket, rooms, type SocketServer } from './rooms.ts';

type Arguments<Name extends keyof ServerToClientEvents> = Parameters<ServerToClientEvents[Name]>;

export interface EmitOptions {
  /** The device that receives its own message by acknowledgement. */
  readonly sentFrom?: DeviceId | undefined;
  /** Those who cannot see the message that it replies to. */
  readonly hiddenFrom?: readonly UserId[];
}

const nobody: readonly UserId[] = [];

/** A reply for somebody who cannot see the original: as if it were deleted. */
export function withoutQuote(message: Message): Message {
  return { ...message, replyTo: message.replyTo && { ...message.replyTo, content: '', isDeleted: true } };
}

/** The rooms of chats as far as devices of this process are in them. */
export interface ChatRooms {
  /** The members of a chat who have devices in its room. */
  listUsers: (chatId: ChatId) => Set<UserId>;
  /** Whether this person has devices here. */
  hasDevices: (userId: UserId) => boolean;
  /** The devices of a person that are not in the room. */
  devicesOutside: (chatId: ChatId, userId: UserId) => ClientSocket[];
  join: (device: ClientSocket, chatIds: readonly ChatId[]) => void;
  /** Removes a person's devices from the chat's room and from its call. Returns them. */
  leave: (chatId: ChatId, userId: UserId) => ClientSocket[];
  emit: <Name extends keyof ServerToClientEvents>(chatId: ChatId, name: Name, ...args: Arguments<Name>) => void;
  /** Emits to everybody in the room but some; those who see something of their own in it get their own version. */
  emitPersonal: <Name extends keyof ServerToClientEvents>(
    target: { chatId: ChatId; exceptUserIds: readonly UserId[] },
    name: Name,
    argsFor: (userId: UserId | null) => Arguments<Name>,
    userIds: readonly UserId[],
  ) => void;
  /**
   * Emits to everybody in the room. `isMine` is true only for the author's devices, so there are two versions, and a
   * third without the quote where not every member can see the original.
   */
  emitMessage: (message: Message, options?: EmitOptions) => void;
  isEmpty: (chatId: ChatId) => boolean;
  /** Called when the last device has left a room. */
  onEmpty: (handle: (chatId: ChatId) => void) => void;
}

export function createChatRooms(io: SocketServer, metrics: Pick<Metrics, 'delivered'>): ChatRooms {
  const { adapter, sockets } = io.of('/');
  const devicesIn = (room: string) => [...(adapter.rooms.get(room) ?? [])].flatMap((id) => sockets.get(id) ?? []);
  const isIn = (chatId: ChatId) => (device: ClientSocket) => device.rooms.has(rooms.chat(chatId));

  return {
    listUsers: (chatId) => new Set(devicesIn(rooms.chat(chatId)).map(({ data }) => data.userId)),
    hasDevices: (userId) => adapter.rooms.has(rooms.user(userId)),
    devicesOutside: (chatId, userId) => devicesIn(rooms.user(userId)).filter((device) => !isIn(chatId)(device)),
    join: (device, chatIds) => void device.join(chatIds.map(rooms.chat)),
    leave: (chatId, userId) => {
      const devices = devicesIn(rooms.user(userId));
      const inside = devices.filter(isIn(chatId));
      for (const device of devices) {
        void device.leave(rooms.call(chatId));
        void device.leave(rooms.chat(chatId));
      }
      return inside;
    },
    emit: (chatId, name, ...args) => {
      io.local.to(rooms.chat(chatId)).emit(name, ...args);
    },
    emitPersonal: ({ chatId, exceptUserIds }, name, argsFor, userIds) => {
      const others = [...exceptUserIds, ...userIds].map(rooms.user);
      io.local
        .to(rooms.chat(chatId))
        .except(others)
        .emit(name, ...argsFor(null));
      const isExcepted = new Set(exceptUserIds);
      for (const userId of new Set(userIds)) {
        if (isExcepted.has(userId)) continue;
        const devices = devicesIn(rooms.user(userId)).filter(isIn(chatId));
        if (devices.length === 0) continue;
        const args = argsFor(userId);
        for (const device of devices) device.emit(name, ...args);
      }
    },
    emitMessage: (message, { sentFrom, hiddenFrom = nobody } = {}) => {
      const { chatId, sender } = message;
      let forOthers: EncodedEvent | undefined;
      let forAuthor: EncodedEvent | undefined;
      let withoutOriginal: EncodedEvent | undefined;
      let count = 0;
      for (const id of adapter.rooms.get(rooms.chat(chatId)) ?? []) {
        const device = sockets.get(id);
        if (!device || id === sentFrom) continue;
        if (sender !== null && device.data.userId === sender._id) {
          forAuthor ??= encodeEvent('newMessage', { ...message, sender: { ...sender, isMine: true } });
          writeEvent(device, forAuthor);
        } else if (hiddenFrom.length > 0 && hiddenFrom.includes(device.data.userId)) {
          withoutOriginal ??= encodeEvent('newMessage', withoutQuote(message));
          writeEvent(device, withoutOriginal);
        } else {
          forOthers ??= encodeEvent('newMessage', message);
          writeEvent(device, forOthers);
        }
        count += 1;
      }
      metrics.delivered('newMessage', count);
    },
    isEmpty: (chatId) => !adapter.rooms.has(rooms.chat(chatId)),
    onEmpty: (handle) => {
      adapter.on('delete-room', (room: string) => {
        const chatId = rooms.chatIdOf(room);
        if (chatId !== null) handle(chatId);
      });
    },
  };
}
