import { describe, expect, test } from 'vitest';
import type { Effect, Role, TransferEvent, TransferState } from './transfer-events.ts';
import { maxRefusals, step } from './transfer-machine.ts';

const plainEvents = [
  ...(['request', 'accept', 'reject', 'cancel', 'rejected', 'taken', 'accept-refused', 'resume-refused'] as const),
  ...(['peer-cancelled', 'peer-paused', 'peer-resumed', 'reconnected', 'offer-received', 'channel-opened'] as const),
  ...(['connection-lost', 'setup-failed', 'all-arrived', 'timed-out', 'retry'] as const),
];
const events: readonly TransferEvent[] = [
  ...plainEvents.map((type) => ({ type })),
  { type: 'offered', canResume: true },
  { type: 'restored', isComplete: false },
  { type: 'accepted', canResume: true },
  { type: 'server-error', message: 'The receiver is not online' },
  { type: 'request-failed', message: 'Something went wrong. Please try again later.' },
  { type: 'fault', fault: 'disk-full' },
  { type: 'peer-fault', fault: 'wrong-hash' },
  { type: 'completed', isOnline: true },
];

const connectingAs = (role: Role, canResume: boolean, isResuming: boolean, refusalCount = 0) =>
  ({ role, phase: 'connecting', canResume, isResuming, refusalCount }) as const;

/** All states by name. */
const states = {
  'sender none': { role: 'sender', phase: 'none' },
  'sender pending': { role: 'sender', phase: 'pending', canResume: false },
  'sender connecting': connectingAs('sender', true, false),
  'sender connecting to a plain peer': connectingAs('sender', false, false),
  'sender reconnecting': connectingAs('sender', true, true),
  'sender sending': { role: 'sender', phase: 'sending', canResume: true, hasAll: false },
  'sender sending to a plain peer': { role: 'sender', phase: 'sending', canResume: false, hasAll: false },
  'sender done': { role: 'sender', phase: 'done', canResume: true, isUnreported: false },
  'sender done while the server was away': { role: 'sender', phase: 'done', canResume: true, isUnreported: true },
  'sender cancelled': { role: 'sender', phase: 'cancelled', reason: { by: 'us' } },
  'receiver none': { role: 'receiver', phase: 'none' },
  'receiver pending': { role: 'receiver', phase: 'pending', canResume: true },
  'receiver connecting': connectingAs('receiver', true, false),
  'receiver reconnecting': connectingAs('receiver', true, true),
  'receiver sending': { role: 'receiver', phase: 'sending', canResume: true, hasAll: false },
  'receiver with every byte': { role: 'receiver', phase: 'sending', canResume: true, hasAll: true },
  'receiver of a plain peer sending': { role: 'receiver', phase: 'sending', canResume: false, hasAll: false },
  'receiver with every byte of a plain peer': { role: 'receiver', phase: 'sending', canResume: false, hasAll: true },
  'receiver done': { role: 'receiver', phase: 'done', canResume: true, isUnreported: false },
  'receiver of a plain peer done': { role: 'receiver', phase: 'done', canResume: false, isUnreported: false },
  'receiver cancelled': { role: 'receiver', phase: 'cancelled', reason: { by: 'peer' } },
} as const satisfies Record<string, TransferState>;

type StateName = keyof typeof states;
/** `phase` or `phase because reason`, then the effects. `=` means the state is unchanged. */
type Outcome = readonly [to: string, ...effects: string[]];
type Outcomes = Partial<Record<TransferEvent['type'], Outcome>>;

const undoOf = { sender: 'record-cancelled', receiver: 'discard' };
const cancels = (role: Role, reason: string, ...effects: string[]): Outcome => [
  `cancelled because ${reason}`,
  ...effects,
  undoOf[role],
];
const fails = (role: Role, reason: string) => cancels(role, reason, 'cancel-later', 'disconnect-gracefully', 'toast');
const ends = (role: Role): Outcomes => ({
  cancel: cancels(role, 'us', 'emit cancel', 'disconnect-gracefully'),
  'peer-cancelled': cancels(role, 'peer', 'disconnect-gracefully'),
  'server-error': cancels(role, 'server', 'emit cancel', 'disconnect-gracefully', 'toast'),
  fault: cancels(role, 'disk-full', 'send-fault disk-full', 'disconnect-gracefully', 'toast'),
  'peer-fault': cancels(role, 'wrong-hash', 'emit cancel', 'disconnect-gracefully', 'toast'),
});

const firstConnection = (role: Role): Outcomes => ({
  ...ends(role),
  'channel-opened': ['sending'],
  'connection-lost': fails(role, 'ice-failed'),
  'setup-failed': fails(role, 'setup-failed'),
  'resume-refused': ['connecting', 'retry-later'],
  'timed-out': fails(role, 'ice-failed'),
  ...(role === 'sender'
    ? {
        'peer-resumed': ['=', 'connect'],
        reconnected: ['=', 'emit resume', 'connect'],
        retry: ['=', 'emit resume', 'connect'],
      }
    : {
        'offer-received': ['=', 'answer'],
        'accept-refused': ['cancelled because lost', 'emit cancel', 'disconnect-gracefully', 'toast', 'discard'],
        taken: ['cancelled because us', 'discard', 'leave'],
        reconnected: ['=', 'emit resume'],
        retry: ['=', 'emit resume'],
      }),
});
const reconnection = (role: Role): Outcomes => {
  const { 'accept-refused': _never, taken: _neither, ...first } = firstConnection(role);
  return {
    ...first,
    'connection-lost': ['=', 'disconnect', 'retry-later'],
    'setup-failed': ['=', 'disconnect', 'retry-later'],
  };
};

const sends: Outcomes = {
  ...ends('sender'),
  completed: ['done', 'emit done', 'disconnect-gracefully'],
  reconnected: ['=', 'emit resume'],
};
const receives: Outcomes = { ...ends('receiver'), 'all-arrived': ['sending'], reconnected: ['=', 'emit resume'] };
/** Every byte has arrived: losing the peer or the connection has no effect. */
const decidesAlone: Outcomes = { ...receives, 'peer-cancelled': ['='], 'connection-lost': ['='] };
const probes: Outcomes = { 'peer-paused': ['=', 'probe'], 'peer-resumed': ['=', 'probe'] };

/** An event that is not listed changes nothing and has no effects. */
const table: Record<StateName, Outcomes> = {
  'sender none': { request: ['pending', 'emit request'] },
  'sender pending': {
    accepted: ['connecting', 'connect', 'wait opening'],
    rejected: ['cancelled because rejected', 'toast', 'record-cancelled'],
    cancel: ['cancelled because us', 'emit cancel', 'record-cancelled'],
    'peer-cancelled': ['cancelled because no-answer', 'record-cancelled'],
    'server-error': ['cancelled because server', 'toast', 'record-cancelled'],
    'request-failed': ['cancelled because server', 'emit cancel', 'toast', 'record-cancelled'],
    'resume-refused': ['cancelled because lost', 'emit cancel', 'toast', 'record-cancelled'],
    reconnected: ['=', 'emit resume'],
  },
  'sender connecting': firstConnection('sender'),
  'sender connecting to a plain peer': firstConnection('sender'),
  'sender reconnecting': reconnection('sender'),
  'sender sending': {
    ...sends,
    ...probes,
    'connection-lost': ['connecting', 'disconnect', 'emit resume', 'connect', 'wait return'],
  },
  'sender sending to a plain peer': { ...sends, 'connection-lost': fails('sender', 'ice-failed') },
  'sender done': {},
  'sender done while the server was away': { reconnected: ['done', 'emit done'] },
  'sender cancelled': {},
  'receiver none': {
    offered: ['pending'],
    restored: ['connecting', 'emit resume', 'wait return'],
  },
  'receiver pending': {
    accept: ['connecting', 'emit accept', 'wait opening'],
    reject: ['cancelled because us', 'emit reject', 'leave'],
    taken: ['cancelled because us', 'leave'],
    reconnected: ['cancelled because us', 'leave'],
    'peer-cancelled': ['cancelled because peer'],
  },
  'receiver connecting': firstConnection('receiver'),
  'receiver reconnecting': reconnection('receiver'),
  'receiver sending': {
    ...receives,
    ...probes,
    completed: ['done'],
    'connection-lost': ['connecting', 'disconnect', 'emit resume', 'wait return'],
    'offer-received': ['connecting', 'answer', 'wait return'],
  },
  'receiver with every byte': { ...decidesAlone, ...probes, completed: ['done'], 'offer-received': ['=', 'answer'] },
  'receiver of a plain peer sending': {
    ...receives,
    completed: ['done', 'emit done'],
    'connection-lost': fails('receiver', 'ice-failed'),
  },
  'receiver with every byte of a plain peer': { ...decidesAlone, completed: ['done', 'emit done'] },
  'receiver done': { 'offer-received': ['=', 'answer'] },
  'receiver of a plain peer done': {},
  'receiver cancelled': {},
};

const listOutcomes = () =>
  Object.entries(states).flatMap(([name, before]) =>
    events.map((event) => {
      const { state, effects } = step(before, event);
      const expected = table[name as StateName][event.type] ?? ['='];
      return {
        pair: `${name}, ${event.type}`,
        outcome: [nameOf(state, before), ...effects.map(wordOf), state.role].join('; '),
        expected: [...expected, before.role].join('; '),
      };
    }),
  );

describe('[TRF-20] a transfer', () => {
  test('has one outcome for each event in each state', () => {
    const outcomes = listOutcomes();
    expect(outcomes.filter(({ outcome, expected }) => outcome !== expected)).toEqual([]);
    expect(outcomes).toHaveLength(567);
  });

  test('learns from the accept (sender) or the offer (receiver) whether both sides can resume', () => {
    const accepted = step(states['sender pending'], { type: 'accepted', canResume: true }).state;
    expect(accepted).toEqual(states['sender connecting']);
    const offered = step(states['receiver none'], { type: 'offered', canResume: false }).state;
    expect(step(offered, { type: 'accept' }).state).toEqual(connectingAs('receiver', false, false));
  });

  test('that ended while the server was unreachable, or before a reload, is reported once', () => {
    const away = { type: 'completed', isOnline: false } as const;
    const unreported = step(states['sender sending'], away).state;
    expect(unreported).toEqual(states['sender done while the server was away']);
    expect(step(unreported, { type: 'reconnected' }).state).toEqual(states['sender done']);
    const plain = step(states['receiver of a plain peer sending'], away).state;
    expect(step(plain, { type: 'reconnected' }).effects.map(wordOf)).toEqual(['emit done']);
    // The sender may still ask for the confirmation.
    const restored = step(states['receiver none'], { type: 'restored', isComplete: true });
    expect([restored.state, restored.effects.map(wordOf)]).toEqual([states['receiver done'], ['emit resume']]);
  });

  test('that the server no longer knows is lost after a limited number of retries, counted again after each loss', () => {
    const refused = (state: TransferState) => step(state, { type: 'resume-refused' }).state;
    const atLast = Array.from({ length: maxRefusals }).reduce<TransferState>(refused, states['receiver reconnecting']);
    expect(atLast.phase).toBe('connecting');
    expect(refused(atLast)).toMatchObject({ phase: 'cancelled', reason: { by: 'lost' } });
    const { state } = step(connectingAs('receiver', true, true, 5), { type: 'channel-opened' });
    const lost = step(state, { type: 'connection-lost' });
    expect(lost.state).toEqual(connectingAs('receiver', true, true));
    expect(lost.effects).toContainEqual({ type: 'wait', for: 'return' });
  });
});

function nameOf(state: TransferState, before: TransferState): string {
  if (state === before) return '=';
  return state.phase === 'cancelled' ? `cancelled because ${state.reason.by}` : state.phase;
}

function wordOf(effect: Effect): string {
  if (effect.type === 'emit') return `emit ${effect.what}`;
  if (effect.type === 'wait') return `wait ${effect.for}`;
  return effect.type === 'send-fault' ? `send-fault ${effect.fault}` : effect.type;
}
