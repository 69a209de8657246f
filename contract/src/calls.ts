import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { ChatId, UserId } from './primitives.ts';

const aboutChat = z.object({ chatId: ChatId });

/**
 * Rings at the others. Where a call is going on already, it is simply that call. Somebody who is in the call of another
 * chat names it in `leaveCallIn` to leave it for this one.
 */
export const startVoiceCall = endpoint({
  method: 'POST',
  path: '/api/calls/voice/start',
  access: 'verified',
  input: aboutChat.extend({ leaveCallIn: ChatId.optional() }),
  output: z.object({}),
  errors: ['not_found', 'forbidden', 'peer_offline', 'peer_busy', 'in_other_call'],
});

/** Hangs up. A call of two is over then, answered or not; a call of more goes on while somebody is in it. */
export const endVoiceCall = endpoint({
  method: 'POST',
  path: '/api/calls/voice/end',
  access: 'verified',
  input: aboutChat,
  output: z.object({}),
  errors: ['not_found'],
});

/** A piece of sound that stands for itself. */
const AudioDataUrl = z
  .string()
  .max(limits.audioPieceMaxLength, 'This piece of sound is too long')
  .regex(/^data:audio\/(?:webm|ogg|mp4)(?:;[\w=., "+-]{1,80})?;base64,[A-Za-z0-9+/]+={0,2}$/, 'This is no sound');

/**
 * What one participant asks of another about their direct connection. `joined`: this device has just joined, so that a
 * connection to an earlier one is of no use. `restart`: this device is not connected, and an offer may have been lost.
 * `relay`: this device no longer hears the other directly, who sends sound through the server from then on.
 */
const ConnectionControl = z.enum(['joined', 'restart', 'relay']);
export type ConnectionControl = z.infer<typeof ConnectionControl>;

/** What two browsers in a call say to each other to find a direct way. */
const VoiceSignal = z.union([
  z.object({
    description: z.object({
      // `rollback` only for pages of the previous release, which put controls into it.
      type: z.enum(['offer', 'answer', 'rollback', 'pranswer']),
      sdp: z.string().max(limits.descriptionMaxLength),
    }),
  }),
  z.object({
    candidate: z
      .object({
        candidate: z.string().max(1024),
        sdpMid: z.string().max(64).nullish(),
        sdpMLineIndex: z.number().int().min(0).max(64).nullish(),
        usernameFragment: z.string().max(256).nullish(),
      })
      .nullable(),
  }),
  /** What somebody in the call lets the others know. */
  z.object({ control: z.object({ isMuted: z.boolean() }) }),
  z.object({ control: z.object({ connection: ConnectionControl }) }),
]);
export type VoiceSignal = z.infer<typeof VoiceSignal>;
/** Those about the direct connection. */
export type ConnectionSignal = Exclude<VoiceSignal, { control: { isMuted: boolean } }>;

export const callClientEvents = {
  /** The id must be one's own. Extension: the third argument names the call to leave for this one. */
  joinVoiceRoom: z.tuple([ChatId, UserId, ChatId.nullish()]),
  leaveVoiceRoom: z.tuple([ChatId]),
  audioStream: z.tuple([ChatId, AudioDataUrl]),
  /** Extension: to one other participant. */
  voiceSignal: z.tuple([ChatId, UserId, VoiceSignal]),
};

export interface CallServerEvents {
  voiceCallStart: (chatId: ChatId) => void;
  voiceCallEnd: (chatId: ChatId) => void;
  /** Another of one's own devices took the call. */
  voiceDeviceJoined: (chatId: ChatId) => void;
  callingUsers: (ids: UserId[], chatId: ChatId) => void;
  audioStream: (dataUrl: string, userId: UserId) => void;
  /** Extension. */
  voiceSignal: (chatId: ChatId, fromId: UserId, signal: VoiceSignal) => void;
}
