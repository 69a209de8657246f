import { limits } from '../limits.ts';
import { socketLimits } from '../socket-limits.ts';
import type { ClientEventArgs, ClientEventName } from '../socket.ts';

/** A name for each argument; one too few or too many does not compile. */
type Names<Args extends readonly unknown[]> = { readonly [Index in keyof Args]-?: string };

interface ClientEventText<Args extends readonly unknown[]> {
  readonly args: Names<Args>;
  readonly effect: string;
  readonly who: string;
  /** What the server sends in response. */
  readonly answer: string;
  /** The rate limit, where the event is counted separately. */
  readonly limit?: string;
}

const receiver = 'The receiver of a pending request';
const transferDevices = 'The two devices of an accepted transfer';
const participant = 'Participants of the call';

/** Every event that a browser may send. The types of its arguments are in `clientEvents`. */
export const clientEventReference: {
  readonly [Name in ClientEventName]: ClientEventText<ClientEventArgs<Name>>;
} = {
  online: {
    args: ['userId'],
    effect: 'Counts this device towards the presence of the caller.',
    who: 'Every user, with their own id',
    answer: '`getOnlineUsers`',
  },
  chatRead: {
    args: ['chatId', 'seq'],
    effect: 'Moves the read position of the caller forward, never back.',
    who: 'Members of the chat',
    answer: '`chatRead` to the caller’s devices and, where both send receipts, to the other members',
  },
  typing: {
    args: ['chatId', 'isTyping'],
    effect: `Says that the caller is typing, at most once every ${limits.typingEveryMs / 1000} s, or has stopped. Nothing is stored.`,
    who: 'Members of the chat',
    answer: `\`typing\` to the other members who are online, in chats of up to ${limits.receiptMembersMax} members`,
    limit: `${socketLimits.typingPerSecond} a second`,
  },
  sendMessage: {
    args: ['message'],
    effect: 'Extension: sends a message like `POST /api/messages/send`, with the same rules, errors and limits.',
    who: 'Members of the chat',
    answer:
      '`message` in the acknowledgement; `newMessage` to the other members and to the caller’s other devices, and without an acknowledgement also to this one',
    limit: 'that of `POST /api/messages/send`, counted together',
  },
  sendFileRequest: {
    args: ['metadata', 'targetId'],
    effect: 'Asks a friend to receive files. `files` and `canResume` are extensions.',
    who: 'Friends who share a direct chat, if the other user is online',
    answer: '`fileTransferRequest` to the receiver; on failure without an acknowledgement, `fileTransferError`',
    limit: `${socketLimits.transferRequestsPerMinute} a minute per user`,
  },
  fileReceiveAccept: {
    args: ['senderId', 'options'],
    effect: 'Accepts the request. `options` is an extension.',
    who: receiver,
    answer: '`fileTransferAccept` to the sender, `fileTransferTaken` to the caller’s other devices',
  },
  fileReceiveReject: {
    args: ['senderId'],
    effect: 'Rejects the request.',
    who: receiver,
    answer: '`fileTransferReject` to the sender, `fileTransferTaken` to the caller’s other devices',
  },
  senderDesc: {
    args: ['description', 'targetId'],
    effect: 'Relays the session description of the sender.',
    who: 'The sender’s device of an accepted transfer',
    answer: '`senderDesc` to the receiver',
  },
  receiverDesc: {
    args: ['description', 'targetId'],
    effect: 'Relays the session description of the receiver.',
    who: 'The receiver’s device of an accepted transfer',
    answer: '`receiverDesc` to the sender',
  },
  'ice-candidate': {
    args: ['candidate', 'targetId'],
    effect: 'Relays an ICE candidate; null marks the end of the candidates.',
    who: transferDevices,
    answer: '`ice-candidate` to the other device',
  },
  fileTransferCancel: {
    args: ['otherId'],
    effect: 'Ends the transfer for both users.',
    who: 'Either user of the transfer, at any time',
    answer: '`fileTransferCancel` to the other user',
  },
  fileTransferResume: {
    args: ['otherId'],
    effect:
      'Extension: continues a transfer on this device, in place of a device of the same user that lost its connection.',
    who: 'Either user of a transfer that both devices can resume',
    answer: '`fileTransferResume` to the other user',
  },
  fileTransferDone: {
    args: ['otherId'],
    effect: 'Extension: completes the transfer after everything has arrived. The two users can then start another one.',
    who: transferDevices,
    answer: '',
  },
  joinVoiceRoom: {
    args: ['chatId', 'userId', 'leaveCallIn'],
    effect:
      'Joins the call of the chat. A caller who is in the call of another chat passes the id of that chat in `leaveCallIn` to leave that call first.',
    who: 'Members of the chat, with their own id, while the chat has a call',
    answer: '`callingUsers` to the participants, `voiceDeviceJoined` to the caller’s other devices',
  },
  leaveVoiceRoom: {
    args: ['chatId'],
    effect:
      'Leaves the call. The call ends when its last participant leaves; in a direct chat, when either user leaves.',
    who: participant,
    answer: '`callingUsers` to the participants, or `voiceCallEnd` to the members of the chat',
  },
  audioStream: {
    args: ['chatId', 'dataUrl'],
    effect: 'Sends an audio chunk to the other participants.',
    who: participant,
    answer: '`audioStream` to the other participants',
    limit: `${socketLimits.audioPiecesPerSecond} a second`,
  },
  voiceSignal: {
    args: ['chatId', 'targetId', 'signal'],
    effect:
      'Extension: relays a session description or ICE candidate of the direct connection, or a control message, to one other participant.',
    who: participant,
    answer: '`voiceSignal` to that participant',
    limit: `${socketLimits.voiceSignalsPerSecond} a second`,
  },
  callMedia: {
    args: ['chatId', 'media'],
    effect:
      'Extension: turns the participant’s camera and screen on or off for the others. At most six cameras are on at once; a further one is refused as `limit_reached`. A shared screen replaces that of another participant. The first camera makes a voice call a video call.',
    who: participant,
    answer: '`callMedia` to the participants',
    limit: `${socketLimits.callMediaPerSecond} a second`,
  },
};
