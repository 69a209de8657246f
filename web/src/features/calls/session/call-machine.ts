import type { UserId } from '@chat-app/contract';
import type {
  CallEffect,
  CallEvent,
  CallState,
  EndReason,
  Live,
  Microphone,
  Other,
  Sound,
  Way,
} from './call-events.ts';

export interface Step {
  readonly state: CallState;
  readonly effects: readonly CallEffect[];
}

/** The initial state. */
export function newCall(myId: UserId): Live {
  return {
    phase: 'joining',
    myId,
    others: [],
    mutedIds: [],
    sinceMs: null,
    microphone: { phase: 'asking' },
    talk: 'open',
    isDeaf: false,
  };
}

/** The state machine of a call in one window. Events that do not apply to the current phase are ignored. */
export function step(state: CallState, event: CallEvent): Step {
  if (state.phase === 'ended') return { state, effects: [] };
  const next = move(state, event);
  if (next.state.phase === 'ended') return next;
  const [before, after] = [soundOf(state), soundOf(next.state)];
  const isSame =
    before.isSending === after.isSending && before.isRelaying === after.isRelaying && before.isDeaf === after.isDeaf;
  return isSame ? next : { ...next, effects: [...next.effects, { type: 'sound', ...after }] };
}

/** Sends no audio while muted, and none through the server while every participant is connected directly. */
function soundOf(state: Live): Sound {
  const isSending = state.microphone.phase === 'open' && state.talk !== 'muted';
  return {
    isSending,
    isRelaying: isSending && state.phase === 'talking' && state.others.some(({ way }) => way.phase !== 'direct'),
    isDeaf: state.isDeaf,
  };
}

type Move<Type extends CallEvent['type']> = (state: Live, event: Extract<CallEvent, { type: Type }>) => Step;

const moves: { readonly [Type in CallEvent['type']]: Move<Type> } = {
  'line-up': (state, { wasAsleep }) => (wasAsleep && state.phase === 'cut-off' ? stepOut(state) : comeIn(state)),
  'line-down': (state) => stay(isSeated(state) ? { ...state, phase: 'cut-off' } : state),
  rejoin: (state) => (state.phase === 'outside' ? comeIn({ ...state, phase: 'cut-off' }) : stay(state)),
  'patience-over': (state) => (isSeated(state) ? without(state, ({ isMissing }) => isMissing === true) : stay(state)),
  crew: (state, { ids, atMs }) => seat(state, ids, atMs),

  'way-found': (state, { userId }) => setWay(state, userId, { phase: 'direct', roundTripMs: null }),
  'way-lost': (state, { userId }) =>
    isSeated(state) && state.others.some(({ id, isMissing }) => id === userId && isMissing)
      ? without(state, ({ id }) => id === userId)
      : setWay(state, userId, { phase: 'relayed' }),
  'peer-muted': (state, { userId, isMuted }) =>
    stay({ ...state, mutedIds: [...withoutIds(state.mutedIds, [userId]), ...(isMuted ? [userId] : [])] }),
  'round-trip': (state, { userId, ms }) => setRoundTrip(state, userId, ms),

  'microphone-opened': (state, { label, deviceId }) =>
    stay({ ...state, microphone: { phase: 'open', label, deviceId } }),
  'microphone-missing': (state, { fault }) => stay({ ...state, microphone: { phase: 'missing', fault } }),
  'microphone-wanted': (state) => stay({ ...state, microphone: asked(state.microphone) }),
  'mute-toggled': (state) => stay({ ...state, talk: state.talk === 'open' ? 'muted' : 'open' }),
  'talk-key': (state, { isDown }) =>
    stay(state.talk === 'open' ? state : { ...state, talk: isDown ? 'pushed' : 'muted' }),
  'speaker-toggled': (state) => stay({ ...state, isDeaf: !state.isDeaf }),

  // In 'outside', another device may be in the call; it must not be removed.
  'hang-up': ({ phase }) => ended({ by: 'us' }, phase === 'outside' ? [] : [{ type: 'hang-up' }]),
  'window-closed': () => ended({ by: 'window' }, [{ type: 'leave' }]),
  over: () => ended({ by: 'server' }),
  // If the chat disappeared for another reason, the server would keep the participant while the page is open.
  'put-out': () => ended({ by: 'removal' }, [{ type: 'leave' }]),
  // A pending join of this device takes the call over from the other one.
  taken: (state) => (state.phase === 'joining' ? stay(state) : ended({ by: 'other-device' })),
  // A refusal answers a join request. After joining it concerns something else.
  refused: (state, { message, otherChatId }) =>
    isAsking(state) ? ended({ by: 'refusal', message, otherChatId }) : stay(state),
};

function move(state: Live, event: CallEvent): Step {
  return (moves[event.type] as (state: Live, event: CallEvent) => Step)(state, event);
}

const isSeated = ({ phase }: Live) => phase === 'alone' || phase === 'talking';
const isAsking = ({ phase }: Live) => phase === 'joining' || phase === 'cut-off';

const comeIn = (state: Live): Step => stay(state, isAsking(state) ? [{ type: 'join' }] : []);

/** Closes all direct connections; after sleep they are stale. */
const stepOut = (state: Live): Step =>
  stay({ ...state, phase: 'outside', others: [], mutedIds: [] }, state.others.map(partFrom));

const partFrom = ({ id }: Other): CallEffect => ({ type: 'part', userId: id });

/** An open microphone stays in use until the next one is open. */
const asked = (microphone: Microphone): Microphone => (microphone.phase === 'open' ? microphone : { phase: 'asking' });

function seat(state: Live, ids: readonly UserId[], atMs: number): Step {
  if (state.phase === 'outside' || !ids.includes(state.myId)) return stay(state);
  const isBack = state.phase === 'cut-off';
  const otherIds = ids.filter((id) => id !== state.myId);
  const known = new Map(state.others.map((other) => [other.id, other]));
  const unlisted = state.others.filter(({ id }) => !otherIds.includes(id));
  // After a server restart participants rejoin one by one. One who is connected directly has not left.
  const missing = unlisted.filter(({ way, isMissing }) => isMissing || (isBack && way.phase === 'direct'));
  const others = [
    ...otherIds.map((id): Other => ({ id, way: known.get(id)?.way ?? { phase: 'trying' } })),
    ...missing.map((other): Other => ({ ...other, isMissing: true })),
  ];
  const gone = unlisted.filter((other) => !missing.includes(other));
  const isReturned = (id: UserId) => known.has(id) && (isBack || known.get(id)?.isMissing === true);
  return {
    state: {
      ...state,
      phase: others.length === 0 ? 'alone' : 'talking',
      others,
      mutedIds: withoutIds(state.mutedIds, idsOf(gone)),
      sinceMs: state.sinceMs ?? (others.length > 0 ? atMs : null),
    },
    effects: [
      ...gone.map(partFrom),
      ...otherIds.filter((id) => !known.has(id)).map((userId): CallEffect => ({ type: 'greet', userId })),
      ...otherIds.filter(isReturned).map((userId): CallEffect => ({ type: 'mend', userId })),
      ...(isBack && missing.length > 0 ? [{ type: 'have-patience' } as const] : []),
    ],
  };
}

function without(state: Live, isGone: (other: Other) => boolean): Step {
  const others = state.others.filter((other) => !isGone(other));
  const gone = state.others.filter(isGone);
  const phase = others.length === 0 ? 'alone' : state.phase;
  return stay({ ...state, phase, others, mutedIds: withoutIds(state.mutedIds, idsOf(gone)) }, gone.map(partFrom));
}

const idsOf = (others: readonly Other[]) => others.map(({ id }) => id);
const withoutIds = (ids: readonly UserId[], gone: readonly UserId[]) =>
  gone.some((id) => ids.includes(id)) ? ids.filter((id) => !gone.includes(id)) : ids;

function setWay(state: Live, userId: UserId, way: Way): Step {
  return stay({ ...state, others: state.others.map((other) => (other.id === userId ? { ...other, way } : other)) });
}

function setRoundTrip(state: Live, userId: UserId, roundTripMs: number): Step {
  const others = state.others.map((other) =>
    other.id === userId && other.way.phase === 'direct'
      ? { ...other, way: { ...other.way, roundTripMs: Math.round(roundTripMs) } }
      : other,
  );
  return stay({ ...state, others });
}

const stay = (state: Live, effects: readonly CallEffect[] = []): Step => ({ state, effects });

const ended = (reason: EndReason, effects: readonly CallEffect[] = []): Step => ({
  state: { phase: 'ended', reason },
  effects: [...effects, { type: 'close' }],
});
