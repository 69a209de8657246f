import { z } from 'zod';
import { EventRefusal } from '../errors.ts';
import { TransferMetadata } from '../file-transfer.ts';
import { FriendRequest } from '../friendships.ts';
import { limits } from '../limits.ts';
import { Message } from '../messages.ts';
import { ChatId, UserId } from '../primitives.ts';
import { clientEvents, type ServerToClientEvents } from '../socket.ts';
import { Person } from '../users.ts';

/** A name and a schema for each argument; one too few, too many or of another type does not compile. */
type NamedSchemas<Args extends readonly unknown[]> = {
  readonly [Index in keyof Args]-?: readonly [name: string, schema: z.ZodType & { _zod: { output: Args[Index] } }];
};

interface ServerEventText<Args extends readonly unknown[]> {
  readonly args: NamedSchemas<Args>;
  readonly meaning: string;
  readonly to: string;
}

const place = z.int().min(0);
const [description] = clientEvents.senderDesc.def.items;
const [candidate] = clientEvents['ice-candidate'].def.items;
const [, , signal] = clientEvents.voiceSignal.def.items;

/** Every event that the server sends, with its arguments. */
export const serverEventReference: {
  readonly [Name in keyof ServerToClientEvents]: ServerEventText<Parameters<ServerToClientEvents[Name]>>;
} = {
  getOnlineUsers: {
    args: [['userIds', z.array(UserId)]],
    meaning: 'those of one’s friends and co-members who are online; on connect, after `online`, on change',
    to: 'each device',
  },
  newMessage: {
    args: [['message', Message]],
    meaning: 'a message or a notice, in the order of the chat',
    to: 'members; `sender.isMine` is true on the sender’s own devices',
  },
  deleteMessage: {
    args: [
      ['messageId', z.string().brand<'MessageId'>()],
      ['chatId', ChatId],
    ],
    meaning: 'a message was deleted',
    to: 'members',
  },
  updateChat: { args: [['chatId', ChatId]], meaning: 'name, picture, members or call changed', to: 'members' },
  joinChat: { args: [['chatId', ChatId]], meaning: 'one is in this chat now', to: 'the person' },
  outChat: {
    args: [['chatId', ChatId]],
    meaning: 'one is no longer in this chat, or it was deleted',
    to: 'the person',
  },
  chatRead: {
    args: [
      ['chatId', ChatId],
      ['seq', place],
    ],
    meaning: 'extension: one has read up to this place',
    to: 'the reader’s own devices',
  },
  chatMuted: {
    args: [
      ['chatId', ChatId],
      ['isMuted', z.boolean()],
    ],
    meaning: 'extension: one has muted a chat, or not any more',
    to: 'the person’s own devices',
  },
  chatHeads: {
    args: [['heads', z.record(ChatId, place)]],
    meaning: `extension: the last place of chats; all on connect, those that moved every ${limits.headsEveryMs / 1000} s`,
    to: 'each device',
  },
  friendRequest: { args: [['request', FriendRequest]], meaning: 'somebody asks to be friends', to: 'the recipient' },
  friendRequestAccepted: { args: [['request', FriendRequest]], meaning: 'the two are friends now', to: 'both' },
  friendshipsChanged: {
    args: [],
    meaning: 'extension: a request is gone, a friendship ended, or somebody in the lists looks different',
    to: 'whom it concerns',
  },
  userUpdated: {
    args: [['person', Person]],
    meaning: 'extension: somebody changed their name or picture',
    to: 'friends, people with a request between them, members of shared chats, the person’s own devices',
  },
  fileTransferRequest: {
    args: [
      ['metadata', TransferMetadata],
      ['senderId', UserId],
    ],
    meaning: 'somebody wants to send files',
    to: 'all devices of the receiver, also those that come later',
  },
  fileTransferAccept: {
    args: [
      ['receiverId', UserId],
      ['options', z.object({ canResume: z.boolean() })],
    ],
    meaning: 'the receiver takes them; `options` is an extension',
    to: 'the device that asked',
  },
  fileTransferReject: {
    args: [['receiverId', UserId]],
    meaning: 'the receiver does not want them',
    to: 'the device that asked',
  },
  fileTransferCancel: {
    args: [['otherId', UserId]],
    meaning: 'it is over',
    to: 'the other side; before an answer all devices of the receiver',
  },
  fileTransferError: {
    args: [
      ['message', z.string()],
      ['targetId', UserId],
    ],
    meaning: 'a request without acknowledgement cannot be made; the second argument is an extension',
    to: 'the device that asked',
  },
  fileTransferTaken: {
    args: [['senderId', UserId]],
    meaning: 'extension: another of one’s own devices has answered',
    to: 'the receiver’s other devices',
  },
  fileTransferPaused: {
    args: [['otherId', UserId]],
    meaning: 'extension: the other side lost its connection to the server; it may come back',
    to: 'the device that is still there',
  },
  fileTransferResume: {
    args: [['otherId', UserId]],
    meaning: 'extension: the other side is back; the sender begins a new connection',
    to: 'the device that is still there',
  },
  senderDesc: {
    args: [
      ['description', description],
      ['senderId', UserId],
    ],
    meaning: 'passed on',
    to: 'the receiver’s device',
  },
  receiverDesc: {
    args: [
      ['description', description],
      ['receiverId', UserId],
    ],
    meaning: 'passed on',
    to: 'the sender’s device',
  },
  'ice-candidate': {
    args: [
      ['candidate', candidate],
      ['otherId', UserId],
    ],
    meaning: 'passed on',
    to: 'the other device of a transfer',
  },
  voiceCallStart: { args: [['chatId', ChatId]], meaning: 'somebody calls', to: 'members but the caller' },
  voiceCallEnd: { args: [['chatId', ChatId]], meaning: 'the call is over', to: 'members' },
  voiceDeviceJoined: {
    args: [['chatId', ChatId]],
    meaning: 'another of one’s own devices took the call',
    to: 'the person’s other devices',
  },
  callingUsers: {
    args: [
      ['userIds', z.array(UserId)],
      ['chatId', ChatId],
    ],
    meaning: 'who is in the call',
    to: 'those in it',
  },
  audioStream: {
    args: [
      ['dataUrl', z.string()],
      ['userId', UserId],
    ],
    meaning: 'a piece of sound; dropped for whoever cannot keep up',
    to: 'the others in the call',
  },
  voiceSignal: {
    args: [
      ['chatId', ChatId],
      ['fromId', UserId],
      ['signal', signal],
    ],
    meaning: 'extension: passed on',
    to: 'the one it is for',
  },
  errorMessage: {
    args: [
      ['event', z.string()],
      ['message', z.string()],
      ['refusal', EventRefusal],
    ],
    meaning:
      'extension: an event without acknowledgement was refused, and changed nothing; `refusal.code` is one of the error codes',
    to: 'the device that sent it',
  },
};
