import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { ChatId, UserId } from './primitives.ts';

/** A call is one of video as soon as anybody has turned a camera on. */
export const CallKind = z.enum(['voice', 'video']);
export type CallKind = z.infer<typeof CallKind>;

const aboutChat = z.object({ chatId: ChatId });

/**
 * Rings the other members. If the chat already has a call, that call is returned. A caller who is in the call of
 * another chat names that chat in `leaveCallIn` to leave it for this one.
 */
export const startVoiceCall = endpoint({
  method: 'POST',
  path: '/api/calls/voice/start',
  access: 'verified',
  input: aboutChat.extend({ leaveCallIn: ChatId.optional() }),
  output: z.object({}),
  errors: ['not_found', 'forbidden', 'peer_offline', 'peer_busy', 'in_other_call'],
});

/** The same call, which begins with `calling: 'video'`. A voice call becomes one when somebody turns a camera on. */
export const startVideoCall = endpoint({ ...startVoiceCall, path: '/api/calls/video/start' });

/** Leaves the call. A call of two ends then, answered or not; a larger call continues while a participant remains. */
export const endVoiceCall = endpoint({
  method: 'POST',
  path: '/api/calls/voice/end',
  access: 'verified',
  input: aboutChat,
  output: z.object({}),
  errors: ['not_found'],
});

/** An audio chunk that can be decoded by itself. */
const AudioDataUrl = z
  .string()
  .max(limits.audioPieceMaxLength, 'This piece of sound is too long')
  .regex(/^data:audio\/(?:webm|ogg|mp4)(?:;[\w=., "+-]{1,80})?;base64,[A-Za-z0-9+/]+={0,2}$/, 'This is no sound');

/**
 * A control message between two participants about their peer connection. `joined`: this device has just joined, so an
 * earlier connection is obsolete. `restart`: this device is not connected, and an offer may have been lost. `relay`:
 * this device no longer receives the other directly, who sends audio through the server from then on.
 */
const ConnectionControl = z.enum(['joined', 'restart', 'relay']);
export type ConnectionControl = z.infer<typeof ConnectionControl>;

/** Signalling between two browsers in a call, to establish a peer connection. */
const VoiceSignal = z.union([
  z.object({
    description: z.object({
      // `rollback` exists only for pages of the previous release, which use it to carry control messages.
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
  /** State that a participant shares with the others. */
  z.object({ control: z.object({ isMuted: z.boolean() }) }),
  /** `knowsVideo` comes with `joined`, from pages that know cameras and screens. */
  z.object({ control: z.object({ connection: ConnectionControl, knowsVideo: z.literal(true).optional() }) }),
]);
export type VoiceSignal = z.infer<typeof VoiceSignal>;
/** The signals about the peer connection. */
export type ConnectionSignal = Exclude<VoiceSignal, { control: { isMuted: boolean } }>;

/** What a participant shows. Each is switched independently of the other, and of the microphone. */
const ShownMedia = z.object({ isCameraOn: z.boolean(), isScreenShared: z.boolean() });
export type ShownMedia = z.infer<typeof ShownMedia>;

/** What all participants of a call show. */
export const CallMedia = z.object({
  /** Whose cameras are on, in the order in which they were turned on. */
  cameraIds: z.array(UserId),
  /** Who shares their screen. Only one person at a time does. */
  screenId: UserId.nullable(),
});
export type CallMedia = z.infer<typeof CallMedia>;

export const callClientEvents = {
  /** The id must be the caller's own. Extension: the third argument names the call to leave for this one. */
  joinVoiceRoom: z.tuple([ChatId, UserId, ChatId.nullish()]),
  leaveVoiceRoom: z.tuple([ChatId]),
  audioStream: z.tuple([ChatId, AudioDataUrl]),
  /** Extension: sent to one other participant. */
  voiceSignal: z.tuple([ChatId, UserId, VoiceSignal]),
  /**
   * Extension: what this participant shows from now on. Refused as `limit_reached` while six others have their cameras
   * on; then nothing changes. Must be sent again after joining. A shared screen replaces that of another participant.
   */
  callMedia: z.tuple([ChatId, ShownMedia]),
};

export interface CallServerEvents {
  /** Nodes of the previous release omit the kind. */
  voiceCallStart: (chatId: ChatId, kind?: CallKind) => void;
  voiceCallEnd: (chatId: ChatId) => void;
  /** Another device of the same user took the call. */
  voiceDeviceJoined: (chatId: ChatId) => void;
  callingUsers: (ids: UserId[], chatId: ChatId) => void;
  audioStream: (dataUrl: string, userId: UserId) => void;
  /** Extension. */
  voiceSignal: (chatId: ChatId, fromId: UserId, signal: VoiceSignal) => void;
  /**
   * Extension: sent to a device that joins, and to all participants on every change and every ten seconds. A participant
   * whose camera it lists wrongly, or whose screen is missing while nobody shares theirs, sends `callMedia` again: the
   * server forgets what is shown when it loses its state.
   */
  callMedia: (chatId: ChatId, media: CallMedia) => void;
}
