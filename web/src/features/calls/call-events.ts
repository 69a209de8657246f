import type { ChatId, UserId } from '@chat-app/contract';

/** How the sound between us and one other person travels. */
export type Way =
  /** Both browsers look for a direct way; until they have one, the server carries it. */
  | { readonly phase: 'trying' }
  | { readonly phase: 'direct'; readonly roundTripMs: number | null }
  /** There is no direct way; the server goes on carrying it. */
  | { readonly phase: 'relayed' };

export interface Other {
  readonly id: UserId;
  readonly way: Way;
  /** The server does not list them (yet), but we hear them: they may only be slower to come back than we were. */
  readonly isMissing?: true;
}

export type MicrophoneFault = 'denied' | 'none' | 'lost' | 'failed';

export type Microphone =
  | { readonly phase: 'asking' }
  | { readonly phase: 'open'; readonly label: string; readonly deviceId: string }
  /** One can listen all the same. */
  | { readonly phase: 'missing'; readonly fault: MicrophoneFault };

/** `pushed`: muted, but the key for talking is held down. */
export type Talk = 'open' | 'muted' | 'pushed';

export type EndReason =
  | { readonly by: 'us' }
  /** The other hung up, or the last one left, or nobody answered. */
  | { readonly by: 'server' }
  | { readonly by: 'other-device' }
  /** No member of the chat any more. */
  | { readonly by: 'removal' }
  /** `otherChatId`: the chat whose call we are in, if that is the reason. */
  | { readonly by: 'refusal'; readonly message: string; readonly otherChatId: ChatId | null }
  /** The window is being closed. */
  | { readonly by: 'window' };

interface InCall {
  readonly myId: UserId;
  readonly others: readonly Other[];
  /** Who is muted. Somebody may say so before the server lists them. */
  readonly mutedIds: readonly UserId[];
  /** Since when there was somebody to talk to. */
  readonly sinceMs: number | null;
  readonly microphone: Microphone;
  readonly talk: Talk;
  readonly isDeaf: boolean;
}

export type CallState =
  /** Not seated yet. */
  | ({ readonly phase: 'joining' } & InCall)
  | ({ readonly phase: 'alone' } & InCall)
  | ({ readonly phase: 'talking' } & InCall)
  /** The server is out of reach; direct ways go on, and we sit down again when it is back. */
  | ({ readonly phase: 'cut-off' } & InCall)
  /** Back after this device slept: meanwhile another one may have our seat, so we sit down only when asked to. */
  | ({ readonly phase: 'outside' } & InCall)
  | { readonly phase: 'ended'; readonly reason: EndReason };

export type Live = Exclude<CallState, { phase: 'ended' }>;

export type CallEvent =
  | { readonly type: 'line-up'; readonly wasAsleep: boolean }
  | { readonly type: 'line-down' }
  /** Who is in the call, ourselves too. */
  | { readonly type: 'crew'; readonly ids: readonly UserId[]; readonly atMs: number }
  /** Those who are missing had their time. */
  | { readonly type: 'patience-over' }
  | { readonly type: 'rejoin' }
  | { readonly type: 'refused'; readonly message: string; readonly otherChatId: ChatId | null }
  /** Somebody says whether they are muted. */
  | { readonly type: 'peer-muted'; readonly userId: UserId; readonly isMuted: boolean }
  | { readonly type: 'over' }
  | { readonly type: 'taken' }
  | { readonly type: 'put-out' }
  | { readonly type: 'hang-up' }
  | { readonly type: 'window-closed' }
  | { readonly type: 'microphone-opened'; readonly label: string; readonly deviceId: string }
  | { readonly type: 'microphone-missing'; readonly fault: MicrophoneFault }
  | { readonly type: 'microphone-wanted' }
  | { readonly type: 'mute-toggled' }
  | { readonly type: 'talk-key'; readonly isDown: boolean }
  | { readonly type: 'speaker-toggled' }
  | { readonly type: 'way-found'; readonly userId: UserId }
  | { readonly type: 'way-lost'; readonly userId: UserId }
  | { readonly type: 'round-trip'; readonly userId: UserId; readonly ms: number };

/** What goes out of this browser, and what is heard in it. */
export interface Sound {
  readonly isSending: boolean;
  /** By the server too: somebody cannot be reached directly. */
  readonly isRelaying: boolean;
  readonly isDeaf: boolean;
}

export type CallEffect =
  | { readonly type: 'join' }
  /** Over HTTP: it must arrive even while the socket is away. */
  | { readonly type: 'hang-up' }
  | { readonly type: 'leave' }
  | { readonly type: 'greet'; readonly userId: UserId }
  | { readonly type: 'part'; readonly userId: UserId }
  /** Somebody can be talked to by the server again: a direct way that broke meanwhile is looked for anew. */
  | { readonly type: 'mend'; readonly userId: UserId }
  /** Says `patience-over` after a while. */
  | { readonly type: 'have-patience' }
  | ({ readonly type: 'sound' } & Sound)
  /** Everything is put away. */
  | { readonly type: 'close' };
