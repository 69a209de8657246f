import { z } from 'zod';
import { TransferMetadata } from '../file-transfer.ts';
import { FriendRequest } from '../friendships.ts';
import { limits } from '../limits.ts';
import { Message } from '../messages.ts';
import { ChatId, UserId } from '../primitives.ts';
import { clientEvents, type ClientToServerEvents, type ServerToClientEvents } from '../socket.ts';

/** A name for each argument; one too few or too many does not check. */
type Names<Args extends readonly unknown[]> = { readonly [Index in keyof Args]-?: string };
/** The same with what each of them is. */
type NamedSchemas<Args extends readonly unknown[]> = {
  readonly [Index in keyof Args]-?: readonly [name: string, schema: z.ZodType<Args[Index]>];
};

interface ClientEventText<Args extends readonly unknown[]> {
  readonly args: Names<Args>;
  readonly effect: string;
  readonly who: string;
  /** What the server sends because of it. */
  readonly answer: string;
  /** How often, where it is not counted with all the others. */
  readonly limit?: string;
}

interface ServerEventText<Args extends readonly unknown[]> {
  readonly args: NamedSchemas<Args>;
  readonly meaning: string;
  readonly to: string;
}

const receiver = 'the receiver of a waiting request';
const party = 'the two devices of an accepted transfer';
const seated = 'who sits in the call';

/** Every event that a browser may send. Its arguments’ types stand in `clientEvents`. */
export const clientEventReference: {
  readonly [Name in keyof ClientToServerEvents]: ClientEventText<Parameters<ClientToServerEvents[Name]>>;
} = {
  online: {
    args: ['userId'],
    effect: 'this device counts for one’s presence',
    who: 'everybody, with their own id',
    answer: '`getOnlineUsers`',
  },
  chatRead: {
    args: ['chatId', 'seq'],
    effect: 'moves the read mark, never back',
    who: 'members of the chat',
    answer: '`chatRead` to one’s devices',
  },
  sendFileRequest: {
    args: ['metadata', 'targetId'],
    effect: 'asks a friend to take files; `files` and `canResume` are extensions',
    who: 'friends with a chat of two, the other one being online',
    answer: '`fileTransferRequest` to the receiver, or `fileTransferError`',
    limit: `${limits.transferRequestsPerMinute} a minute per person`,
  },
  fileReceiveAccept: {
    args: ['senderId', 'options'],
    effect: 'takes the request; `options` is an extension',
    who: receiver,
    answer: '`fileTransferAccept` to the sender, `fileTransferTaken` to one’s other devices',
  },
  fileReceiveReject: {
    args: ['senderId'],
    effect: 'turns the request down',
    who: receiver,
    answer: '`fileTransferReject` to the sender, `fileTransferTaken` to one’s other devices',
  },
  senderDesc: {
    args: ['description', 'targetId'],
    effect: 'passed on',
    who: 'the sender’s device of an accepted transfer',
    answer: '`senderDesc` to the receiver',
  },
  receiverDesc: {
    args: ['description', 'targetId'],
    effect: 'passed on',
    who: 'the receiver’s device of an accepted transfer',
    answer: '`receiverDesc` to the sender',
  },
  'ice-candidate': {
    args: ['candidate', 'targetId'],
    effect: 'passed on; null ends the list',
    who: party,
    answer: '`ice-candidate` to the other device',
  },
  fileTransferCancel: {
    args: ['otherId'],
    effect: 'ends it for both',
    who: 'either side, at any time',
    answer: '`fileTransferCancel` to the other side',
  },
  fileTransferResume: {
    args: ['otherId'],
    effect: 'extension: this device takes the seat that its person lost in a transfer, to go on with it',
    who: 'either side of a transfer that both can resume',
    answer: '`fileTransferResume` to the other side',
  },
  fileTransferDone: {
    args: ['otherId'],
    effect: 'extension: everything has arrived; the two may begin something new',
    who: party,
    answer: '',
  },
  joinVoiceRoom: {
    args: ['chatId', 'userId'],
    effect: 'takes one’s seat in the chat’s call',
    who: 'members of the chat, with their own id, while there is a call',
    answer: '`callingUsers` to the call, `voiceDeviceJoined` to one’s other devices',
  },
  leaveVoiceRoom: {
    args: ['chatId'],
    effect: 'gives the seat up; the last one, or one of two, ends the call',
    who: seated,
    answer: '`callingUsers` to the call, or `voiceCallEnd` to the chat',
  },
  audioStream: {
    args: ['chatId', 'dataUrl'],
    effect: 'sound to the others in the call',
    who: seated,
    answer: '`audioStream` to the others',
    limit: `${limits.audioPiecesPerSecond} a second`,
  },
  voiceSignal: {
    args: ['chatId', 'targetId', 'signal'],
    effect: 'extension: to one other in the call, to find a direct way',
    who: seated,
    answer: '`voiceSignal` to that one',
    limit: `${limits.voiceSignalsPerSecond} a second`,
  },
};

const place = z.int().min(0);
const [description] = clientEvents.senderDesc.def.items;
const [candidate] = clientEvents['ice-candidate'].def.items;
const [, , signal] = clientEvents.voiceSignal.def.items;

/** Every event that the server sends, with what its arguments are. */
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
      ['messageId', z.string()],
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
    meaning: 'the request cannot be made; the second argument is an extension',
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
    ],
    meaning: 'extension: an event was refused, and changed nothing',
    to: 'the device that sent it',
  },
};
