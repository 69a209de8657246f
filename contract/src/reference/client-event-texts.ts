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

const receiver = 'the receiver of a waiting request';
const party = 'the two devices of an accepted transfer';
const seated = 'who sits in the call';

/** Every event that a browser may send. The types of its arguments are in `clientEvents`. */
export const clientEventReference: {
  readonly [Name in ClientEventName]: ClientEventText<ClientEventArgs<Name>>;
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
    answer: '`fileTransferRequest` to the receiver, or without an acknowledgement `fileTransferError`',
    limit: `${socketLimits.transferRequestsPerMinute} a minute per person`,
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
    args: ['chatId', 'userId', 'leaveCallIn'],
    effect:
      'takes one’s seat in the chat’s call; somebody in the call of another chat names it in `leaveCallIn` to leave it first',
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
    limit: `${socketLimits.audioPiecesPerSecond} a second`,
  },
  voiceSignal: {
    args: ['chatId', 'targetId', 'signal'],
    effect:
      'extension: to one other in the call: a description or candidate of the direct connection, or a control message',
    who: seated,
    answer: '`voiceSignal` to that one',
    limit: `${socketLimits.voiceSignalsPerSecond} a second`,
  },
};
