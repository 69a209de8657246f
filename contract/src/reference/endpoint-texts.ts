import type { Endpoint } from '../endpoint.ts';
import type * as contract from '../index.ts';
import { limits } from '../limits.ts';
import { accountTexts } from './account-texts.ts';
import { administrationEndpointTexts } from './administration-texts.ts';
import { type EndpointText, member } from './endpoint-text.ts';
import { groupMemberTexts } from './group-member-texts.ts';
import { inviteTexts } from './invite-texts.ts';
import { hostTexts } from './host-texts.ts';
import { searchTexts } from './search-texts.ts';

export type { EndpointText } from './endpoint-text.ts';

/** The name under which the contract exports a call. */
export type EndpointName = {
  [Name in keyof typeof contract]: (typeof contract)[Name] extends Endpoint ? Name : never;
}[keyof typeof contract];

const sameClientId = { 200: 'A message with this `clientId` already exists; returns that message.' };
const notModified = { 304: 'The cached copy with this `ETag` is still valid.' };
const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const ranges = {
  ...notModified,
  206: 'The part of the file that `Range` requests.',
  416: 'The requested range is outside the file.',
};

/** Descriptions of all calls: a missing entry does not compile. For the API reference only; browsers do not load it. */
export const endpointReference: Record<EndpointName, EndpointText> = {
  ...accountTexts,
  ...groupMemberTexts,
  ...inviteTexts,
  ...hostTexts,
  getUser: {
    summary: 'Get a user’s name and picture',
    details:
      'The email address is complete for the caller and for friends, masked while a friend request is pending, and absent otherwise.',
  },
  getAvatar: {
    summary: 'Get the generated picture of a user or a chat',
    details: 'The file name is the id followed by `.svg`. The picture of a chat is available to its members only.',
    otherAnswers: notModified,
    fileTypes: ['image/svg+xml'],
  },
  uploadImage: {
    summary: 'Upload an image',
    details:
      'Accepts PNG, JPEG, GIF and WebP; the format is detected from the content. The image is re-encoded without metadata.',
  },
  getUpload: {
    summary: 'Get or download an uploaded file',
    right:
      'An image is available to its owner, the picture of a user to every caller, the picture of a chat to its members, and a file or image sent in a chat to members who joined before it was sent. For everybody else the file does not exist.',
    otherAnswers: {
      ...ranges,
      302: 'If files are stored in S3: redirects to a URL for this download that expires after one minute.',
    },
    fileTypes: [...imageTypes, 'application/octet-stream'],
  },
  getServerConfig: { summary: 'Get the server configuration that clients need' },
  getApiDocs: { summary: 'Get this reference as a web page', fileTypes: ['text/html'] },
  getOpenApi: { summary: 'Get this reference as an OpenAPI document', fileTypes: ['application/json'] },

  getLinkPreview: {
    summary: 'Get the preview of a web page',
    details: 'The server fetches the page. `data` is null if the page is unreachable or has no metadata.',
  },
  getForeignImage: {
    summary: 'Get an external image',
    details: 'The server fetches and re-encodes the image, so that its host learns nothing about the viewer.',
    otherAnswers: ranges,
    fileTypes: imageTypes,
  },
  getIceServers: {
    summary: 'List STUN and TURN servers',
    details:
      'Returns the ICE servers for peer connections. `types` is a comma-separated list. Supported types are `private` and `cloudflare`; others are ignored.',
  },

  getFriendRequests: {
    summary: 'List received friend requests',
    details: 'Returns the requests that await an answer.',
  },
  getSentRequests: { summary: 'List sent friend requests' },
  getFriends: { summary: 'List friends' },
  searchByEmail: {
    summary: 'Find a user by their complete email address',
    details: 'The email address in the response is masked unless the two users are friends.',
  },
  searchForFriends: {
    summary: 'Search users by a part of their name',
    details:
      'Returns at most 20 users; names that begin with the search text come first. The email address is complete for friends, masked while a friend request is pending, and absent for strangers.',
  },
  sendFriendRequest: {
    summary: 'Send a friend request',
    details: 'If the other user has already sent a request to the caller, accepts that request instead.',
  },
  acceptFriendRequest: {
    summary: 'Accept a friend request',
    right: 'The caller must be the recipient of the request.',
  },
  rejectFriendRequest: {
    summary: 'Reject a friend request',
    right: 'The caller must be the recipient of the request.',
  },
  cancelFriendRequest: { summary: 'Cancel a friend request', right: 'The caller must be the sender of the request.' },
  removeFriend: { summary: 'Remove a friend', details: 'Ends the friendship for both users. Their chats remain.' },
  getBlockedUsers: {
    summary: 'List blocked users',
    details: 'Returns the users whom the caller has blocked, by name.',
  },
  blockUser: {
    summary: 'Block a user',
    details:
      'Ends the friendship and withdraws a pending friend request. Neither of the two can send messages in their direct chat, call or send friend requests to the other, find them, or see when they are online or typing. The blocked user is not notified. In groups, both remain.',
  },
  unblockUser: {
    summary: 'Unblock a user',
    details: 'The two users are strangers afterwards. Does nothing if the user is not blocked.',
  },

  sendReport: {
    summary: 'Report a message or a user',
    details:
      'Give either `messageId` or `userId`. The report contains a copy of the message as it is at this moment. At most 10 reports a day.',
    right: 'The caller must be able to see the message.',
  },

  getChat: { summary: 'Get a chat with its members', right: member },
  getChats: {
    summary: 'List chats',
    details:
      'Returns the chats of the caller, most recent activity first. `search` matches the names of chats and members.',
  },
  createChat: {
    summary: 'Create a chat',
    details: 'One member creates a direct chat, several create a group. A group can be named on creation.',
    right: 'Every member must be a friend of the caller.',
  },

  getMessages: {
    summary: 'List messages',
    details:
      'Returns a page of messages, newest first. Without `skip`, `before`, `after`, `since` and `around`, returns the newest page and marks the chat as read. `before` and `after` are positions (`seq`) and remain exact while new messages arrive. `since` is a time: the page starts with the first message from then on. `around` is the id of a message of the chat: the page has it in the middle. `readSeq` is how far the caller had read before.',
    right: member,
  },
  sendMessage: {
    summary: 'Send a message',
    details:
      'The stored type is derived from the content. The message is durable before the response is sent. `clientId` makes retries safe. Where only admins send, others get 403. `replyTo` is the id of a message of the same chat that the caller can see; else the answer is 404. `<@userId>` of a member in the content is a mention, in a group also `<@all>`: at most 50 people in a message (400), and everybody 5 times a minute by one sender and 20 times by all (429).',
    right: member,
    otherAnswers: sameClientId,
  },
  sendFile: {
    summary: 'Send a file',
    details:
      'The file is streamed. The parts may arrive in any order; a `chatId` that precedes the file is checked before the file is read. `GET /api/config` returns the maximum size. With `kind=voice`, `durationMs` and `waveform`, 16 to 128 comma-separated numbers from 0 to 31, it becomes a voice message; the file must be WebM, Ogg or MP4 audio.',
    right: member,
    otherAnswers: sameClientId,
  },
  recordTransfer: {
    summary: 'Record the outcome of a file transfer between browsers',
    details: 'Only in direct chats.',
    right: 'The caller must be the sender of the file.',
    otherAnswers: sameClientId,
  },
  getChanges: {
    summary: 'List what changed',
    details:
      'Returns new, edited and deleted messages whose latest change is after the given `rev`, each once, by ascending `rev`. A device that was away passes the highest `rev` it has applied, and drops the messages up to `hiddenUpTo`, which were cleared or are from before the caller joined.',
    right: member,
  },
  editMessage: {
    summary: 'Edit a message',
    details:
      'Only texts and emoji. The stored type is derived from the new content, and so are its mentions. The same content changes nothing.',
    right: 'The caller must be the sender of the message.',
  },
  getVersions: {
    summary: 'List the versions of a message',
    details: 'Returns what the message said before its edits, oldest first, and last what it says now.',
    right: member,
  },
  reactToMessage: {
    summary: 'React to a message',
    details:
      'Adds (`isOn`) or removes a reaction of the caller. Repeating it changes nothing. A message has at most 20 different emoji, and 5 by one person; else the answer is 409 `limit_reached`.',
    right: member,
  },
  forwardMessages: {
    summary: 'Forward messages',
    details:
      'Sends copies of the messages to each chat, in the given order. `forwardedFrom` names the author of the original, also when a forwarded message is forwarded. Replies, mentions and reactions are not carried over. Files are not copied: members of the new chat can read them, and they stay until their last message is deleted. If one message or chat is not found, nothing is sent. Repeating a `clientId` returns the first messages again, with status 200. System messages and direct transfers cannot be forwarded.',
    right: 'The caller must see every message and be a member of every chat.',
  },
  pinMessage: {
    summary: 'Pin a message',
    details:
      'Pins (`isPinned`) or unpins a message for all members; a pin adds a system message to the chat. Repeating it changes nothing. A chat has at most 50 pinned messages; else the answer is 409 `limit_reached`. A deleted message is unpinned. System messages cannot be pinned.',
    right: 'The caller must be a member of a direct chat, or the owner or an admin of a group.',
  },
  getPinnedMessages: {
    summary: 'List pinned messages',
    details: 'The newest pin first. Only messages that the caller can see.',
    right: member,
  },
  ...searchTexts,
  ...administrationEndpointTexts,
  deleteMessage: { summary: 'Delete a message', right: 'The caller must be the sender of the message.' },

  startVoiceCall: {
    summary: 'Start a voice call',
    details:
      'Rings the other members. If the chat already has a call, that call is used. A caller who is in the call of another chat gets 409 `in_other_call` with the `chatId` of that chat, and passes it in `leaveCallIn` to leave that call for this one. The other call is left only if this one can be started.',
    right: 'The caller must be a member of the chat. In a direct chat the other member must be a friend.',
  },
  startVideoCall: {
    summary: 'Start a video call',
    details:
      'Like `startVoiceCall`, with which it shares its rate limit; the call begins as a video call. A call that the chat already has is used as it is, and becomes a video call when somebody turns a camera on.',
    right: 'The caller must be a member of the chat. In a direct chat the other member must be a friend.',
  },
  endVoiceCall: {
    summary: 'Leave or reject a voice call',
    details: 'Ends the call in a direct chat. A group call continues while it has participants.',
    right: member,
  },

  getReads: {
    summary: 'List how far the other members have read',
    details:
      'Only members who send receipts, for a caller who does too; without those who have read nothing. `at` is null for what was read before times were kept. Empty in groups of more than 100 members.',
    right: member,
  },
  muteChat: {
    summary: 'Mute or unmute a chat for the caller',
    details: 'A muted chat causes no sound, notification or push message on any of the user’s devices.',
    right: member,
  },
  pinChat: {
    summary: 'Pin or unpin a chat for the caller',
    details: `Pinned chats are on top of the chat list on all devices of the caller, at most ${limits.pinnedChatsMax}. A new pin goes above the others, and takes the chat out of the archive. Leaving or deleting the chat drops its pin.`,
    right: member,
  },
  orderPinnedChats: {
    summary: 'Set the order of the caller’s pinned chats',
    details:
      'Ids of chats that are not pinned are ignored. Pinned chats that are not named stay above those that are. Returns the order that is saved then.',
  },
  archiveChat: {
    summary: 'Move a chat into or out of the caller’s archive',
    details:
      'An archived chat has `isArchived` in the chat list until it gets a new message, system messages included; a muted one stays. Archiving unpins it.',
    right: member,
  },
  saveDraft: {
    summary: 'Save or remove the caller’s draft in a chat',
    details:
      'An empty content removes the draft. The latest `at` wins: an earlier one changes nothing, and one in the future counts as now. Returns the draft that is saved then. It is in the chat list on all devices of the caller, and is deleted with the membership.',
    right: member,
  },
  getPushKey: {
    summary: 'Get the public key for push messages',
    details:
      'Browsers use the key to recognise the push messages of this server. Pass it as `applicationServerKey` to the Push API.',
  },
  subscribeToPush: {
    summary: 'Subscribe this device to push messages',
    details:
      'Sends push messages for what arrives while no page of the app is visible. The subscription ends with the session. Push services must be reachable over the public network; others get no messages.',
  },
  unsubscribeFromPush: { summary: 'Unsubscribe this device from push messages' },
};
