import type { UserId } from '@chat-app/contract';
import type {
  ActiveCall,
  AudioPath,
  AudioRouting,
  CallEffect,
  CallEvent,
  CallState,
  EndReason,
  Microphone,
  RemoteParticipant,
} from './call-events.ts';
import { announcementOf, mediaTransitions, withoutMedia } from './media-machine.ts';
import { isJoined, stay } from './transition.ts';
import type { Step, Transitions } from './transition.ts';

/** The initial state. */
export function newCall(myId: UserId): ActiveCall {
  return {
    phase: 'joining',
    myId,
    others: [],
    mutedIds: [],
    sinceMs: null,
    microphone: { phase: 'asking' },
    talk: 'open',
    isSpeakerMuted: false,
    camera: { phase: 'off' },
    screen: { phase: 'off' },
    cameraIds: [],
    screenId: null,
  };
}

/** The state machine of a call in one window. Events that do not apply to the current phase are ignored. */
export function step(state: CallState, event: CallEvent): Step {
  if (state.phase === 'ended') return { state, effects: [] };
  const next = transition(state, event);
  if (next.state.phase === 'ended') return next;
  return { ...next, effects: [...next.effects, ...consequences(state, next.state, event)] };
}

function consequences(before: ActiveCall, after: ActiveCall, event: CallEvent): CallEffect[] {
  const [routing, nextRouting] = [routingOf(before), routingOf(after)];
  const isSame =
    routing.isSending === nextRouting.isSending &&
    routing.isRelaying === nextRouting.isRelaying &&
    routing.isSpeakerMuted === nextRouting.isSpeakerMuted;
  const shown = announcementOf(before, after, event);
  return [
    ...(isSame ? [] : [{ type: 'route-audio', ...nextRouting } as const]),
    ...(shown ? [{ type: 'announce-media', ...shown } as const] : []),
  ];
}

/** Sends no audio while muted, and none through the server while every participant is connected directly. */
function routingOf(state: ActiveCall): AudioRouting {
  const isSending = state.microphone.phase === 'open' && state.talk !== 'muted';
  return {
    isSending,
    isRelaying: isSending && state.phase === 'talking' && state.others.some(({ path }) => path.phase !== 'direct'),
    isSpeakerMuted: state.isSpeakerMuted,
  };
}

const transitions: Transitions<CallEvent['type']> = {
  ...mediaTransitions,
  'socket-connected': (state, { wasAsleep }) =>
    wasAsleep && state.phase === 'reconnecting' ? disconnectAfterSleep(state) : join(state),
  'socket-disconnected': (state) => stay(isJoined(state) ? { ...state, phase: 'reconnecting' } : state),
  rejoin: (state) => (state.phase === 'awaiting-rejoin' ? join({ ...state, phase: 'reconnecting' }) : stay(state)),
  'missing-timed-out': (state) =>
    isJoined(state) ? removeParticipants(state, ({ isMissing }) => isMissing === true) : stay(state),
  'participants-listed': (state, { ids, atMs }) => updateParticipants(state, ids, atMs),

  'path-connected': (state, { userId }) => setPath(state, userId, { phase: 'direct', roundTripMs: null }),
  'path-lost': (state, { userId }) =>
    isJoined(state) && state.others.some(({ id, isMissing }) => id === userId && isMissing)
      ? removeParticipants(state, ({ id }) => id === userId)
      : setPath(state, userId, { phase: 'relayed' }),
  'peer-muted': (state, { userId, isMuted }) =>
    stay({ ...state, mutedIds: [...withoutIds(state.mutedIds, [userId]), ...(isMuted ? [userId] : [])] }),
  'round-trip-measured': (state, { userId, ms }) => setRoundTrip(state, userId, ms),

  'microphone-opened': (state, { label, deviceId }) =>
    stay({ ...state, microphone: { phase: 'open', label, deviceId } }),
  'microphone-missing': (state, { fault }) => stay({ ...state, microphone: { phase: 'missing', fault } }),
  'microphone-requested': (state) => stay({ ...state, microphone: requested(state.microphone) }),
  'mute-toggled': (state) => stay({ ...state, talk: state.talk === 'open' ? 'muted' : 'open' }),
  'talk-key': (state, { isDown }) =>
    stay(state.talk === 'open' ? state : { ...state, talk: isDown ? 'push-to-talk' : 'muted' }),
  'speaker-toggled': (state) => stay({ ...state, isSpeakerMuted: !state.isSpeakerMuted }),

  // In `awaiting-rejoin`, another device may be in the call; it must not be removed.
  'hang-up': ({ phase }) => ended({ by: 'us' }, phase === 'awaiting-rejoin' ? [] : [{ type: 'hang-up' }]),
  'window-closed': () => ended({ by: 'window' }, [{ type: 'leave' }]),
  'call-ended': () => ended({ by: 'server' }),
  // If the chat disappeared for another reason, the server would keep the participant while the page is open.
  'removed-from-chat': () => ended({ by: 'removal' }, [{ type: 'leave' }]),
  // A pending join of this device takes the call over from the other one.
  'joined-elsewhere': (state) => (state.phase === 'joining' ? stay(state) : ended({ by: 'other-device' })),
  // A refusal answers a join request. After joining it concerns something else.
  'join-refused': (state, { message, otherChatId }) =>
    isJoining(state) ? ended({ by: 'refusal', message, otherChatId }) : stay(state),
};

function transition(state: ActiveCall, event: CallEvent): Step {
  return (transitions[event.type] as (state: ActiveCall, event: CallEvent) => Step)(state, event);
}

const isJoining = ({ phase }: ActiveCall) => phase === 'joining' || phase === 'reconnecting';

const join = (state: ActiveCall): Step => stay(state, isJoining(state) ? [{ type: 'join' }] : []);

/** Closes all direct connections; after sleep they are stale. */
function disconnectAfterSleep(state: ActiveCall): Step {
  const closed = withoutMedia({ ...state, phase: 'awaiting-rejoin', others: [], mutedIds: [] });
  return { ...closed, effects: [...state.others.map(removeParticipant), ...closed.effects] };
}

const removeParticipant = ({ id }: RemoteParticipant): CallEffect => ({ type: 'remove-participant', userId: id });

/** An open microphone stays in use until the next one is open. */
const requested = (microphone: Microphone): Microphone =>
  microphone.phase === 'open' ? microphone : { phase: 'asking' };

function updateParticipants(state: ActiveCall, ids: readonly UserId[], atMs: number): Step {
  if (state.phase === 'awaiting-rejoin' || !ids.includes(state.myId)) return stay(state);
  const isBack = state.phase === 'reconnecting';
  const otherIds = ids.filter((id) => id !== state.myId);
  const known = new Map(state.others.map((other) => [other.id, other]));
  const unlisted = state.others.filter(({ id }) => !otherIds.includes(id));
  // After a server restart participants rejoin one by one. One who is connected directly has not left.
  const missing = unlisted.filter(({ path, isMissing }) => isMissing || (isBack && path.phase === 'direct'));
  const others = [
    ...otherIds.map((id): RemoteParticipant => ({ id, path: known.get(id)?.path ?? { phase: 'connecting' } })),
    ...missing.map((other): RemoteParticipant => ({ ...other, isMissing: true })),
  ];
  const gone = unlisted.filter((other) => !missing.includes(other));
  const isReturned = (id: UserId) => known.has(id) && (isBack || known.get(id)?.isMissing === true);
  return {
    state: {
      ...state,
      phase: others.length === 0 ? 'alone' : 'talking',
      others,
      ...withoutParticipants(state, idsOf(gone)),
      sinceMs: state.sinceMs ?? (others.length > 0 ? atMs : null),
    },
    effects: [
      ...gone.map(removeParticipant),
      ...otherIds.filter((id) => !known.has(id)).map((userId): CallEffect => ({ type: 'add-participant', userId })),
      ...otherIds.filter(isReturned).map((userId): CallEffect => ({ type: 'reconnect', userId })),
      ...(isBack && missing.length > 0 ? [{ type: 'await-missing' } as const] : []),
    ],
  };
}

function removeParticipants(state: ActiveCall, isGone: (other: RemoteParticipant) => boolean): Step {
  const others = state.others.filter((other) => !isGone(other));
  const gone = state.others.filter(isGone);
  const phase = others.length === 0 ? 'alone' : state.phase;
  return stay({ ...state, phase, others, ...withoutParticipants(state, idsOf(gone)) }, gone.map(removeParticipant));
}

/** What was known of participants who are gone. While Redis is away, no list of cameras and screens follows. */
const withoutParticipants = ({ mutedIds, cameraIds, screenId }: ActiveCall, goneIds: readonly UserId[]) => ({
  mutedIds: withoutIds(mutedIds, goneIds),
  cameraIds: withoutIds(cameraIds, goneIds),
  screenId: screenId !== null && goneIds.includes(screenId) ? null : screenId,
});

const idsOf = (others: readonly RemoteParticipant[]) => others.map(({ id }) => id);
const withoutIds = (ids: readonly UserId[], gone: readonly UserId[]) =>
  gone.some((id) => ids.includes(id)) ? ids.filter((id) => !gone.includes(id)) : ids;

function setPath(state: ActiveCall, userId: UserId, path: AudioPath): Step {
  return stay({ ...state, others: state.others.map((other) => (other.id === userId ? { ...other, path } : other)) });
}

function setRoundTrip(state: ActiveCall, userId: UserId, roundTripMs: number): Step {
  const others = state.others.map((other) =>
    other.id === userId && other.path.phase === 'direct'
      ? { ...other, path: { ...other.path, roundTripMs: Math.round(roundTripMs) } }
      : other,
  );
  return stay({ ...state, others });
}

const ended = (reason: EndReason, effects: readonly CallEffect[] = []): Step => ({
  state: { phase: 'ended', reason },
  effects: [...effects, { type: 'close' }],
});
