import { z } from 'zod';
import { EventRefusal } from '../errors.ts';
import { TransferMetadata } from '../file-transfer.ts';
import { FriendRequest } from '../friendships.ts';
import { Announcement } from '../announcements.ts';
import { limits } from '../limits.ts';
import { Message, Reaction } from '../messages.ts';
import { ChatId, Timestamp, UserId } from '../primitives.ts';
import { clientEvents, type ServerToClientEvents } from '../socket.ts';
import { Person, Privacy } from '../users.ts';
import { callEventReference } from './call-event-texts.ts';
import type { ServerEventText } from './server-event-text.ts';

const seq = z.int().min(0);
const [description] = clientEvents.senderDesc.def.items;
const [candidate] = clientEvents['ice-candidate'].def.items;

/** Every event that the server sends, with its arguments. */
export const serverEventReference: {
  readonly [Name in keyof ServerToClientEvents]: ServerEventText<Parameters<ServerToClientEvents[Name]>>;
} = {
  getOnlineUsers: {
    args: [['userIds', z.array(UserId)]],
    meaning:
      'The friends of the user and members of shared chats who are online. Sent on connect, after `online` and on every change.',
    to: 'Each device',
  },
  announcement: {
    args: [
      ['announcement', Announcement.nullable()],
      ['rev', seq],
    ],
    meaning: 'Extension: an administrator published an announcement, or withdrew it (null).',
    to: 'Each device',
  },
  newMessage: {
    args: [['message', Message]],
    meaning: 'A new message or system message. Messages arrive in the order of the chat.',
    to: 'Members of the chat; `sender.isMine` is true on the sender’s own devices',
  },
  editMessage: {
    args: [['message', Message]],
    meaning: 'Extension: a message was edited, or something else about it changed. The message is its present state.',
    to: 'Members of the chat who can see it',
  },
  messageReactions: {
    args: [
      ['chatId', ChatId],
      ['messageId', z.string().brand<'MessageId'>()],
      ['reactions', z.array(Reaction)],
      ['rev', seq],
    ],
    meaning: 'Extension: somebody reacted to a message or took a reaction back. `isMine` is that of the receiver.',
    to: 'Members of the chat who can see it',
  },
  deleteMessage: {
    args: [
      ['messageId', z.string().brand<'MessageId'>()],
      ['chatId', ChatId],
      ['rev', seq],
    ],
    meaning: 'A message was deleted. `rev` is that of the chat.',
    to: 'Members of the chat',
  },
  updateChat: {
    args: [['chatId', ChatId]],
    meaning: 'The name, picture, members or call of the chat changed.',
    to: 'Members of the chat',
  },
  joinChat: { args: [['chatId', ChatId]], meaning: 'The chat was added to the user’s chat list.', to: 'The user' },
  outChat: {
    args: [['chatId', ChatId]],
    meaning: 'The chat was removed from the user’s chat list, or it was deleted.',
    to: 'The user',
  },
  chatRead: {
    args: [
      ['chatId', ChatId],
      ['seq', seq],
      ['userId', UserId.optional()],
    ],
    meaning:
      'Extension: the user has read the chat up to this `seq`. With a `userId`, another member has; at most one a second for a chat.',
    to: `The reader’s own devices; with a \`userId\` the other members, in chats of up to ${limits.receiptMembersMax}, if both send receipts`,
  },
  typing: {
    args: [
      ['chatId', ChatId],
      ['userId', UserId],
      ['isTyping', z.boolean()],
    ],
    meaning: `Extension: a member is typing, or has stopped. Expires after ${limits.typingExpiresMs / 1000} s and with a message of that member. Dropped for devices that cannot keep up.`,
    to: `The other members, in chats of up to ${limits.receiptMembersMax}; not from or to those who share no presence`,
  },
  chatDraft: {
    args: [
      ['chatId', ChatId],
      ['content', z.string()],
      ['at', Timestamp],
    ],
    meaning: 'Extension: the user has changed the draft of a chat. An empty content means that it was removed.',
    to: 'The user’s own devices',
  },
  chatMuted: {
    args: [
      ['chatId', ChatId],
      ['isMuted', z.boolean()],
    ],
    meaning: 'Extension: the user has muted or unmuted a chat.',
    to: 'The user’s own devices',
  },
  pinnedChats: {
    args: [['chatIds', z.array(ChatId)]],
    meaning:
      'Extension: the user has pinned, unpinned or reordered chats. All pinned chats, in their order; none of them is archived.',
    to: 'The user’s own devices',
  },
  chatArchived: {
    args: [
      ['chatId', ChatId],
      ['seq', seq.nullable()],
    ],
    meaning:
      'Extension: the user has archived a chat, which leaves the archive with a message above `seq` unless it is muted; or, with null, has taken it out of the archive.',
    to: 'The user’s own devices',
  },
  chatHeads: {
    args: [
      ['heads', z.record(ChatId, seq)],
      ['revs', z.record(ChatId, seq).optional()],
    ],
    meaning: `Extension: the newest \`seq\` and the \`rev\` of each chat. Sent for all chats on connect, and every ${limits.headsEveryMs / 1000} s for those that changed.`,
    to: 'Each device',
  },
  friendRequest: {
    args: [['request', FriendRequest]],
    meaning: 'A user sent a friend request.',
    to: 'The recipient of the request',
  },
  friendRequestAccepted: {
    args: [['request', FriendRequest]],
    meaning: 'A friend request was accepted; the two users are now friends.',
    to: 'Both users',
  },
  friendshipsChanged: {
    args: [],
    meaning:
      'Extension: a request was rejected or cancelled, a friendship ended, or a user in the lists changed their name or picture.',
    to: 'The users concerned',
  },
  userUpdated: {
    args: [['person', Person]],
    meaning: 'Extension: a user changed their name or picture.',
    to: 'Friends of the user, users with a pending request from or to the user, members of shared chats, the user’s own devices',
  },
  privacyUpdated: {
    args: [['privacy', Privacy]],
    meaning: 'Extension: the user has changed their privacy settings.',
    to: 'The user’s own devices',
  },
  accountChanged: {
    args: [],
    meaning: 'Extension: the user became an administrator, or is none any more. `GET /api/auth` says which.',
    to: 'The user’s own devices',
  },
  fileTransferRequest: {
    args: [
      ['metadata', TransferMetadata],
      ['senderId', UserId],
    ],
    meaning: 'A user wants to send files.',
    to: 'All devices of the receiver, including those that connect later',
  },
  fileTransferAccept: {
    args: [
      ['receiverId', UserId],
      ['options', z.object({ canResume: z.boolean() })],
    ],
    meaning: 'The receiver accepted the files. `options` is an extension.',
    to: 'The device that sent the request',
  },
  fileTransferReject: {
    args: [['receiverId', UserId]],
    meaning: 'The receiver rejected the files.',
    to: 'The device that sent the request',
  },
  fileTransferCancel: {
    args: [['otherId', UserId]],
    meaning: 'The transfer has ended.',
    to: 'The other user’s device; all devices of the receiver while the request is unanswered',
  },
  fileTransferError: {
    args: [
      ['message', z.string()],
      ['targetId', UserId],
    ],
    meaning: 'A request that was sent without an acknowledgement failed. The second argument is an extension.',
    to: 'The device that sent the request',
  },
  fileTransferTaken: {
    args: [['senderId', UserId]],
    meaning: 'Extension: another device of the same user has answered the request.',
    to: 'The receiver’s other devices',
  },
  fileTransferPaused: {
    args: [['otherId', UserId]],
    meaning: 'Extension: the other device lost its connection to the server; it may reconnect.',
    to: 'The device that is still connected',
  },
  fileTransferResume: {
    args: [['otherId', UserId]],
    meaning: 'Extension: the other user has reconnected; the sender starts a new peer connection.',
    to: 'The device that is still connected',
  },
  senderDesc: {
    args: [
      ['description', description],
      ['senderId', UserId],
    ],
    meaning: 'The session description of the sender.',
    to: 'The receiver’s device',
  },
  receiverDesc: {
    args: [
      ['description', description],
      ['receiverId', UserId],
    ],
    meaning: 'The session description of the receiver.',
    to: 'The sender’s device',
  },
  'ice-candidate': {
    args: [
      ['candidate', candidate],
      ['otherId', UserId],
    ],
    meaning: 'An ICE candidate; null marks the end of the candidates.',
    to: 'The other device of the transfer',
  },
  ...callEventReference,
  errorMessage: {
    args: [
      ['event', z.string()],
      ['message', z.string()],
      ['refusal', EventRefusal],
    ],
    meaning:
      'Extension: an event that was sent without an acknowledgement was refused and had no effect. `refusal.code` is one of the error codes.',
    to: 'The device that sent the event',
  },
};
