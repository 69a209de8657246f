import type { ChatId, ShownMedia, UserId } from '@chat-app/contract';

/** The path of the audio between this device and one other participant. */
export type AudioPath =
  /** Both browsers try to connect directly; until they succeed, the server relays the audio. */
  | { readonly phase: 'connecting' }
  | { readonly phase: 'direct'; readonly roundTripMs: number | null }
  /** No direct connection is possible; the server keeps relaying. */
  | { readonly phase: 'relayed' };

export interface RemoteParticipant {
  readonly id: UserId;
  readonly path: AudioPath;
  /** Not (yet) listed by the server, but connected directly: they may still be reconnecting to the server. */
  readonly isMissing?: true;
}

export type MicrophoneFault = 'denied' | 'none' | 'lost' | 'failed';

export type Microphone =
  | { readonly phase: 'asking' }
  | { readonly phase: 'open'; readonly label: string; readonly deviceId: string }
  /** The user can still listen. */
  | { readonly phase: 'missing'; readonly fault: MicrophoneFault };

/**
 * `lost`: unplugged, or the permission was withdrawn while it was on. `refused`: the server has not accepted it, so that
 * the others would not see it.
 */
export type CameraFault = 'denied' | 'none' | 'in-use' | 'lost' | 'refused' | 'failed';

export type Camera =
  /** `fault`: why it is off although it was asked for. */
  | { readonly phase: 'off'; readonly fault?: CameraFault }
  | { readonly phase: 'starting' }
  | ({ readonly phase: 'on' } & CameraDetails);

export interface CameraDetails {
  readonly label: string;
  readonly deviceId: string;
  /** The browser can blur the background. */
  readonly canBlur: boolean;
  readonly isBlurred: boolean;
}

export type ScreenShare =
  | { readonly phase: 'off' }
  /** The browser's picker is open. */
  | { readonly phase: 'choosing' }
  /** `isAccepted`: the server knows of it. Until then it may still list the screen of the participant before. */
  | { readonly phase: 'on'; readonly hasSound: boolean; readonly isAccepted?: true };

/** `push-to-talk`: muted, but the push-to-talk key is held down. */
export type TalkMode = 'open' | 'muted' | 'push-to-talk';

export type EndReason =
  | { readonly by: 'us' }
  /** The other participant hung up, the last one left, or nobody answered. */
  | { readonly by: 'server' }
  | { readonly by: 'other-device' }
  /** The user is no longer a member of the chat. */
  | { readonly by: 'removal' }
  /** `otherChatId`: the chat whose call the user is in, if that is the reason. */
  | { readonly by: 'refusal'; readonly message: string; readonly otherChatId: ChatId | null }
  /** The window is being closed. */
  | { readonly by: 'window' };

interface CallData {
  readonly myId: UserId;
  readonly others: readonly RemoteParticipant[];
  /** Who is muted. The signal may arrive before the server lists the participant. */
  readonly mutedIds: readonly UserId[];
  /** When the first other participant joined. */
  readonly sinceMs: number | null;
  readonly microphone: Microphone;
  readonly talk: TalkMode;
  readonly isSpeakerMuted: boolean;
  /** One's own camera and screen. */
  readonly camera: Camera;
  readonly screen: ScreenShare;
  /** Whose cameras are on, as the server says, including one's own; in the order of turning on. */
  readonly cameraIds: readonly UserId[];
  /** Whose screen is shown, as the server says. */
  readonly screenId: UserId | null;
}

export type CallState =
  /** This device has not joined yet. */
  | ({ readonly phase: 'joining' } & CallData)
  | ({ readonly phase: 'alone' } & CallData)
  | ({ readonly phase: 'talking' } & CallData)
  /** The server is unreachable. Direct connections continue, and the device rejoins once it is back. */
  | ({ readonly phase: 'reconnecting' } & CallData)
  /** Reconnected after sleep. Another device may have joined meanwhile, so this one rejoins only on request. */
  | ({ readonly phase: 'awaiting-rejoin' } & CallData)
  | { readonly phase: 'ended'; readonly reason: EndReason };

export type ActiveCall = Exclude<CallState, { phase: 'ended' }>;

export type CallEvent =
  | { readonly type: 'socket-connected'; readonly wasAsleep: boolean }
  | { readonly type: 'socket-disconnected' }
  /** The participants of the call, including this user. */
  | { readonly type: 'participants-listed'; readonly ids: readonly UserId[]; readonly atMs: number }
  /** The time limit for missing participants has passed. */
  | { readonly type: 'missing-timed-out' }
  | { readonly type: 'rejoin' }
  | { readonly type: 'join-refused'; readonly message: string; readonly otherChatId: ChatId | null }
  /** A participant was muted or unmuted. */
  | { readonly type: 'peer-muted'; readonly userId: UserId; readonly isMuted: boolean }
  | { readonly type: 'call-ended' }
  | { readonly type: 'joined-elsewhere' }
  | { readonly type: 'removed-from-chat' }
  | { readonly type: 'hang-up' }
  | { readonly type: 'window-closed' }
  | { readonly type: 'microphone-opened'; readonly label: string; readonly deviceId: string }
  | { readonly type: 'microphone-missing'; readonly fault: MicrophoneFault }
  | { readonly type: 'microphone-requested' }
  | { readonly type: 'mute-toggled' }
  | { readonly type: 'talk-key'; readonly isDown: boolean }
  | { readonly type: 'speaker-toggled' }
  /** Also asks for another camera while one is on. Null selects the one that was in use last. */
  | { readonly type: 'camera-requested'; readonly deviceId: string | null }
  | ({ readonly type: 'camera-opened' } & CameraDetails)
  | { readonly type: 'camera-failed'; readonly fault: CameraFault }
  | { readonly type: 'camera-turned-off' }
  | { readonly type: 'blur-requested'; readonly isOn: boolean }
  | { readonly type: 'camera-blurred'; readonly isBlurred: boolean }
  | { readonly type: 'screen-requested' }
  | { readonly type: 'screen-opened'; readonly hasSound: boolean }
  /** By the user, in the page or in the browser's own bar; or nothing was chosen. */
  | { readonly type: 'screen-stopped' }
  /** What all participants show, as the server says. */
  | { readonly type: 'media-listed'; readonly cameraIds: readonly UserId[]; readonly screenId: UserId | null }
  /** The server's answer to what this participant shows. */
  | { readonly type: 'media-accepted' }
  /** For another reason than too many cameras, or the server did not answer. */
  | { readonly type: 'media-refused' }
  /** Too many cameras are on. */
  | { readonly type: 'camera-refused' }
  | { readonly type: 'path-connected'; readonly userId: UserId }
  | { readonly type: 'path-lost'; readonly userId: UserId }
  | { readonly type: 'round-trip-measured'; readonly userId: UserId; readonly ms: number };

/** Which audio this browser sends and plays. */
export interface AudioRouting {
  readonly isSending: boolean;
  /** Audio is also sent through the server, because some participant has no direct connection. */
  readonly isRelaying: boolean;
  readonly isSpeakerMuted: boolean;
}

export type CallEffect =
  | { readonly type: 'join' }
  /** Sent over HTTP, so that it arrives even while the socket is disconnected. */
  | { readonly type: 'hang-up' }
  | { readonly type: 'leave' }
  | { readonly type: 'add-participant'; readonly userId: UserId }
  | { readonly type: 'remove-participant'; readonly userId: UserId }
  /** The server can reach the participant again: reconnect if the direct connection broke meanwhile. */
  | { readonly type: 'reconnect'; readonly userId: UserId }
  /** Dispatches `missing-timed-out` after a timeout. */
  | { readonly type: 'await-missing' }
  | ({ readonly type: 'route-audio' } & AudioRouting)
  | { readonly type: 'open-camera'; readonly deviceId: string | null }
  | { readonly type: 'close-camera' }
  | { readonly type: 'blur-camera'; readonly isOn: boolean }
  /** Opens the browser's picker, which requires a click. */
  | { readonly type: 'open-screen' }
  | { readonly type: 'close-screen' }
  | { readonly type: 'report-screen-refused' }
  /** Sends the server what this participant shows. */
  | ({ readonly type: 'announce-media' } & ShownMedia)
  /** Release all resources. */
  | { readonly type: 'close' };
