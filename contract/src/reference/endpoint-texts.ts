import type { Endpoint } from '../endpoint.ts';
import type * as contract from '../index.ts';

/** The name under which the contract exports a call. */
export type EndpointName = {
  [Name in keyof typeof contract]: (typeof contract)[Name] extends Endpoint ? Name : never;
}[keyof typeof contract];

export interface EndpointText {
  readonly summary: string;
  /** What the schemas cannot express. */
  readonly details?: string;
  /** Who may call it, beyond the call's access level. */
  readonly right?: string;
  /** Other non-error responses, by status. */
  readonly otherAnswers?: Readonly<Record<number, string>>;
  /** The content types of a call that returns a file. */
  readonly fileTypes?: readonly string[];
}

const member = 'A member of the chat. To anybody else the chat does not exist.';
const sameMark = { 200: 'The same `clientId` again: the message that is there already.' };
const notModified = { 304: 'The copy with this `ETag` is still right.' };
const pictures = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const ranges = {
  ...notModified,
  206: 'The part that `Range` asks for.',
  416: 'The file has no such part.',
};

/** Descriptions of all calls: a missing entry does not compile. For the API reference only; browsers do not load it. */
export const endpointReference: Record<EndpointName, EndpointText> = {
  login: {
    summary: 'Log in',
    details:
      'Opens a session and ends the one that the browser brought. A wrong password and an unknown address get the same answer.',
  },
  googleLogin: {
    summary: 'Log in with Google',
    details:
      'Takes an access token that Google made for this server. Creates a verified account, or joins the one with the same address. Answers 503 where Google sign-in is not set up.',
  },
  register: {
    summary: 'Sign up',
    details: 'Opens a session and sends a mail with a link that verifies the address.',
  },
  logout: { summary: 'Log out', details: 'Ends this session alone. Without a session it does nothing.' },
  getSession: { summary: 'Who is signed in' },
  updateProfile: {
    summary: 'Change name and picture',
    details: 'The picture is one of the person’s own image uploads, or null for none.',
  },
  updatePassword: { summary: 'Change the password', details: 'Every other session of the person ends.' },
  forgotPassword: {
    summary: 'Ask for a link to set a new password',
    details: 'The answer is the same for known and unknown addresses. The link works once, for 15 minutes.',
  },
  resetPassword: {
    summary: 'Set a new password with a link',
    details: 'Ends every session of the person and verifies the address. A weak password does not use the link up.',
  },
  verifyEmail: {
    summary: 'Verify the address with a link',
    details: 'Works once, for 24 hours, with or without a session.',
  },
  updateEmail: {
    summary: 'Correct an address that is not verified yet',
    details: 'Sends a verification mail to the new address. Links in earlier mails stop working.',
  },
  resendVerification: { summary: 'Ask for another verification mail' },

  getUser: {
    summary: 'Somebody’s name and picture',
    details: 'The address is whole for oneself and friends, masked while a request is pending, and absent otherwise.',
  },
  getAvatar: {
    summary: 'The generated picture of a person or a chat',
    details: 'The file name is the id with `.svg`. A chat’s picture is for its members.',
    otherAnswers: notModified,
    fileTypes: ['image/svg+xml'],
  },
  uploadImage: {
    summary: 'Upload an image',
    details: 'PNG, JPEG, GIF or WebP, told by content. It is drawn anew, without metadata.',
  },
  getUpload: {
    summary: 'Open or download an uploaded file',
    right:
      'The owner; for an avatar everybody signed in; for what was sent in a chat its members since they joined. To anybody else it does not exist.',
    otherAnswers: { ...ranges, 302: 'Where files lie in S3: an address for this one download, good for a minute.' },
    fileTypes: [...pictures, 'application/octet-stream'],
  },
  getServerConfig: { summary: 'What a client needs to know about this server' },
  getApiDocs: { summary: 'This reference as a page', fileTypes: ['text/html'] },
  getOpenApi: { summary: 'This reference as an OpenAPI document', fileTypes: ['application/json'] },

  getLinkPreview: {
    summary: 'What a page says about itself',
    details: 'The server fetches the page. `data` is null when it cannot be had or says nothing.',
  },
  getForeignImage: {
    summary: 'A picture from elsewhere',
    details: 'Fetched and drawn anew by the server, so that its host learns nothing about who looks at it.',
    otherAnswers: ranges,
    fileTypes: pictures,
  },
  getIceServers: {
    summary: 'Where two browsers learn how to reach each other',
    details: '`types` is a list with commas. `private` and `cloudflare` are known; others are ignored.',
  },

  getFriendRequests: { summary: 'Requests that wait for one’s answer' },
  getSentRequests: { summary: 'Requests one has sent' },
  getFriends: { summary: 'One’s friends' },
  searchByEmail: {
    summary: 'Find somebody by their whole address',
    details: 'The address in the answer is masked unless the two are friends.',
  },
  searchForFriends: {
    summary: 'Find people by a part of their name',
    details:
      'At most 20, beginnings first. A friend’s address is whole, one with a pending request is masked, a stranger’s is absent.',
  },
  sendFriendRequest: {
    summary: 'Send a friend request',
    details: 'To somebody who has asked already it accepts their request instead.',
  },
  acceptFriendRequest: { summary: 'Accept a request', right: 'Its recipient.' },
  rejectFriendRequest: { summary: 'Reject a request', right: 'Its recipient.' },
  cancelFriendRequest: { summary: 'Cancel a request', right: 'Its sender.' },
  removeFriend: { summary: 'End a friendship', details: 'For both. Chats stay.' },

  getChat: { summary: 'One chat with its members', right: member },
  getChats: {
    summary: 'One’s chats',
    details: 'The newest activity first. `search` looks at names of chats and members.',
  },
  createChat: {
    summary: 'Start a chat',
    details: 'One member makes a chat of two, more make a group. A group can be given its name at once.',
    right: 'Every member must be one’s friend.',
  },
  addMembers: {
    summary: 'Add members',
    details: 'A chat of two becomes a group. Whoever comes sees what is said from then on.',
    right: 'A member, for their own friends.',
  },
  removeMember: { summary: 'Remove a member', right: 'The owner of the group.' },
  editChat: { summary: 'Change a group’s name and picture', right: member },
  leaveChat: {
    summary: 'Leave a chat',
    details: 'A group that its owner leaves belongs to its longest-standing member.',
    right: member,
  },
  deleteChat: {
    summary: 'Delete a chat',
    details: 'A group goes for everybody, a chat of two from one’s own list alone.',
    right: 'In a group its owner.',
  },

  getMessages: {
    summary: 'A page of messages, newest first',
    details:
      'Without `skip`, `before` and `after` it is the newest page, and marks the chat read. `before` and `after` are places (`seq`) and stay exact while others write. With `after`, `goneFrom` asks which places from there up to `after` have been deleted.',
    right: member,
  },
  sendMessage: {
    summary: 'Send a message',
    details:
      'What it is stored as follows from what it says. It is durable before the answer. `clientId` makes it safe to send again.',
    right: member,
    otherAnswers: sameMark,
  },
  sendFile: {
    summary: 'Send a file',
    details:
      'Streamed. The parts come in any order; a chat that is named before the file is checked before the file is read. `GET /api/config` tells how large it may be.',
    right: member,
    otherAnswers: sameMark,
  },
  recordTransfer: {
    summary: 'Tell what became of a transfer between browsers',
    details: 'In chats of two.',
    right: 'The sender of the file.',
    otherAnswers: sameMark,
  },
  deleteMessage: { summary: 'Delete a message', right: 'Its sender.' },

  startVoiceCall: {
    summary: 'Start a voice call',
    details:
      'Rings at the others. Where a call is going on already, it is that call. Somebody in the call of another chat gets 409 `in_other_call` with its `chatId`, and names it in `leaveCallIn` to leave it for this one; it is left only when this call can be started.',
    right: 'A member of the chat; in a chat of two the other one must be a friend.',
  },
  endVoiceCall: {
    summary: 'Hang up, or turn a call down',
    details: 'A call of two is over then. A call of more goes on while somebody is in it.',
    right: member,
  },

  muteChat: {
    summary: 'Mute a chat for oneself, or hear of it again',
    details: 'It makes no sound, notice or push then, on any of the person’s devices.',
    right: member,
  },
  getPushKey: {
    summary: 'The key by which browsers know this server’s pushes',
    details: 'For `applicationServerKey` of the Push API.',
  },
  subscribeToPush: {
    summary: 'Have this device told what arrives while nobody looks',
    details: 'It ends with the session. Only push services that the public network reaches are told.',
  },
  unsubscribeFromPush: { summary: 'Have this device told no more' },
};
