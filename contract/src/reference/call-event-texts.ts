import { z } from 'zod';
import { callClientEvents, CallKind, CallMedia, type CallServerEvents } from '../calls.ts';
import { ChatId, UserId } from '../primitives.ts';
import type { ServerEventText } from './server-event-text.ts';

const [, , signal] = callClientEvents.voiceSignal.def.items;

export const callEventReference: {
  readonly [Name in keyof CallServerEvents]: ServerEventText<Parameters<CallServerEvents[Name]>>;
} = {
  voiceCallStart: {
    args: [
      ['chatId', ChatId],
      ['kind', CallKind.optional()],
    ],
    meaning: 'A member started a call; of voice where the kind is missing.',
    to: 'Members of the chat, except the caller',
  },
  voiceCallEnd: { args: [['chatId', ChatId]], meaning: 'The call has ended.', to: 'Members of the chat' },
  voiceDeviceJoined: {
    args: [['chatId', ChatId]],
    meaning: 'Another device of the same user joined the call.',
    to: 'The user’s other devices',
  },
  callingUsers: {
    args: [
      ['userIds', z.array(UserId)],
      ['chatId', ChatId],
    ],
    meaning: 'The current participants of the call.',
    to: 'Participants of the call',
  },
  audioStream: {
    args: [
      ['dataUrl', z.string()],
      ['userId', UserId],
    ],
    meaning: 'An audio chunk. Chunks are dropped for devices that cannot keep up.',
    to: 'The other participants of the call',
  },
  voiceSignal: {
    args: [
      ['chatId', ChatId],
      ['fromId', UserId],
      ['signal', signal],
    ],
    meaning: 'Extension: a signal of another participant.',
    to: 'The participant it is addressed to',
  },
  callMedia: {
    args: [
      ['chatId', ChatId],
      ['media', CallMedia],
    ],
    meaning:
      'Extension: whose cameras are on, in the order in which they were turned on, and who shares their screen. Sent to a device that joins, on every change, and every ten seconds.',
    to: 'Participants of the call',
  },
};
