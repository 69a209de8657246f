import type { CancelReason, Effect, TransferEvent, TransferState } from './transfer-events.ts';

type In<Name extends TransferState['phase']> = Extract<TransferState, { phase: Name }>;
type Transitions<State> = {
  readonly [Type in TransferEvent['type']]?: (state: State, event: TransferEvent & { type: Type }) => Step;
};

export interface Step {
  readonly state: TransferState;
  readonly effects: readonly Effect[];
}

/** A reloaded page may connect before the server has detected that the old one is gone, so it retries. */
export const maxRefusals = 8;

/** The state machine of a transfer, for both roles. Events that do not apply to the current phase are ignored. */
export function step(state: TransferState, event: TransferEvent): Step {
  const transition = transitionsOf(state)[event.type] as
    | ((state: TransferState, event: TransferEvent) => Step)
    | undefined;
  return transition ? transition(state, event) : stay(state);
}

function transitionsOf(state: TransferState): Transitions<never> {
  const isSender = state.role === 'sender';
  switch (state.phase) {
    case 'none':
      return isSender ? senderIdle : receiverIdle;
    case 'pending':
      return isSender ? senderPending : receiverPending;
    case 'connecting':
      return isSender ? senderConnecting : receiverConnecting;
    case 'sending':
      return isSender ? senderSending : receiverSending;
    case 'done':
      return isSender || !state.canResume ? reporting : receiverDone;
    case 'cancelled':
      return finished;
    default:
      return state satisfies never;
  }
}

const senderIdle: Transitions<In<'none'>> = {
  request: ({ role }) => ({ state: { role, phase: 'pending', canResume: false }, effects: [emit('request')] }),
};

const receiverIdle: Transitions<In<'none'>> = {
  offered: ({ role }, { canResume }) => ({ state: { role, phase: 'pending', canResume }, effects: [] }),
  // Resume even if everything has arrived: the sender may not know it yet.
  restored: ({ role }, { isComplete }) =>
    isComplete
      ? { state: { role, phase: 'done', canResume: true, isUnreported: false }, effects: [emit('resume')] }
      : {
          state: { role, phase: 'connecting', canResume: true, isResuming: true, refusalCount: 0 },
          effects: [emit('resume'), { type: 'wait', for: 'return' }],
        },
};

/** The sender waits for the receiver's answer. */
const senderPending: Transitions<In<'pending'>> = {
  accepted: (state, { canResume }) => ({
    state: connectingFirst(state, canResume),
    effects: [{ type: 'connect' }, { type: 'wait', for: 'opening' }],
  }),
  rejected: (state) => cancelled(state, { by: 'rejected' }),
  'peer-cancelled': (state) => cancelled(state, { by: 'no-answer' }),
  cancel: (state) => cancelled(state, { by: 'us' }, [emit('cancel')]),
  'server-error': (state, { message }) => cancelled(state, { by: 'server', message }),
  // Cancel, because the server may still hold the request.
  'request-failed': (state, { message }) => cancelled(state, { by: 'server', message }, [emit('cancel')]),
  'resume-refused': (state) => cancelled(state, { by: 'lost' }, [emit('cancel')]),
  reconnected: (state) => stay(state, [emit('resume')]),
};

/** The receiver has not answered yet. */
const receiverPending: Transitions<In<'pending'>> = {
  accept: (state) => ({
    state: connectingFirst(state, state.canResume),
    effects: [emit('accept'), { type: 'wait', for: 'opening' }],
  }),
  reject: ({ role }) => ({
    state: { role, phase: 'cancelled', reason: { by: 'us' } },
    effects: [emit('reject'), { type: 'leave' }],
  }),
  taken: (state) => leave(state),
  // The server resends a request that is still open.
  reconnected: (state) => leave(state),
  'peer-cancelled': (state) => cancelled(state, { by: 'peer' }),
};

/** The events that end an accepted transfer. */
const endings: Transitions<In<'connecting' | 'sending'>> = {
  cancel: (state) => cancelled(state, { by: 'us' }, [emit('cancel')]),
  'peer-cancelled': (state) => cancelled(state, { by: 'peer' }),
  'server-error': (state, { message }) => cancelled(state, { by: 'server', message }, [emit('cancel')]),
  fault: (state, { fault }) => cancelled(state, { by: fault }, [{ type: 'send-fault', fault }]),
  'peer-fault': (state, { fault }) => cancelled(state, { by: fault }, [emit('cancel')]),
};

const connecting: Transitions<In<'connecting'>> = {
  ...endings,
  'channel-opened': ({ role, canResume }) => ({
    state: { role, phase: 'sending', canResume, hasAll: false },
    effects: [],
  }),
  'connection-lost': (state) => failedToConnect(state, { by: 'ice-failed' }),
  'setup-failed': (state) => failedToConnect(state, { by: 'setup-failed' }),
  'resume-refused': (state) => {
    const refusalCount = state.refusalCount + 1;
    if (refusalCount > maxRefusals) return cancelled(state, { by: 'lost' });
    return { state: { ...state, refusalCount }, effects: [{ type: 'retry-later' }] };
  },
  'timed-out': (state) => cancelled(state, { by: 'ice-failed' }, [{ type: 'cancel-later' }]),
};

const senderConnecting: Transitions<In<'connecting'>> = {
  ...connecting,
  'peer-resumed': (state) => stay(state, [{ type: 'connect' }]),
  reconnected: (state) => stay(state, [emit('resume'), { type: 'connect' }]),
  retry: (state) => stay(state, [emit('resume'), { type: 'connect' }]),
};

const receiverConnecting: Transitions<In<'connecting'>> = {
  ...connecting,
  'offer-received': (state) => stay(state, [{ type: 'answer' }]),
  'accept-refused': (state) => (state.isResuming ? stay(state) : cancelled(state, { by: 'lost' }, [emit('cancel')])),
  // Another tab accepted first.
  taken: (state) => (state.isResuming ? stay(state) : leave(state, [{ type: 'discard' }])),
  reconnected: (state) => stay(state, [emit('resume')]),
  retry: (state) => stay(state, [emit('resume')]),
};

/** The server is not needed while bytes flow, so losing it has no effect here. */
const sending: Transitions<In<'sending'>> = {
  ...endings,
  'peer-paused': (state) => stay(state, state.canResume ? [{ type: 'probe' }] : []),
  'peer-resumed': (state) => stay(state, state.canResume ? [{ type: 'probe' }] : []),
  reconnected: (state) => stay(state, [emit('resume')]),
};

const senderSending: Transitions<In<'sending'>> = {
  ...sending,
  completed: ({ role, canResume }, { isOnline }) => ({
    state: { role, phase: 'done', canResume, isUnreported: !isOnline },
    effects: [emit('done'), { type: 'disconnect-gracefully' }],
  }),
  'connection-lost': (state) => lost(state, [{ type: 'disconnect' }, emit('resume'), { type: 'connect' }]),
};

const receiverSending: Transitions<In<'sending'>> = {
  ...sending,
  // Our own sender reports the end. Until then it may reconnect to ask for the confirmation.
  completed: ({ role, canResume }, { isOnline }) => ({
    state: { role, phase: 'done', canResume, isUnreported: !canResume && !isOnline },
    effects: canResume ? [] : [emit('done')],
  }),
  'all-arrived': (state) => ({ state: { ...state, hasAll: true }, effects: [] }),
  'peer-cancelled': (state) => (state.hasAll ? stay(state) : cancelled(state, { by: 'peer' })),
  'connection-lost': (state) => (state.hasAll ? stay(state) : lost(state, [{ type: 'disconnect' }, emit('resume')])),
  'offer-received': (state) => {
    if (!state.canResume) return stay(state);
    return state.hasAll ? stay(state, [{ type: 'answer' }]) : resuming(state, [{ type: 'answer' }]);
  },
};

/** The confirmation may not have reached the sender. It then reconnects, and the receiver confirms again. */
const receiverDone: Transitions<In<'done'>> = { 'offer-received': (state) => stay(state, [{ type: 'answer' }]) };
/** The server holds a transfer until its end is reported. */
const reporting: Transitions<In<'done'>> = {
  reconnected: (state) =>
    state.isUnreported ? { state: { ...state, isUnreported: false }, effects: [emit('done')] } : stay(state),
};
const finished: Transitions<never> = {};

const emit = (what: Extract<Effect, { type: 'emit' }>['what']): Effect => ({ type: 'emit', what });
const stay = (state: TransferState, effects: readonly Effect[] = []): Step => ({ state, effects });

/** Removes the transfer without a message: another tab handles it. */
function leave({ role }: TransferState, effects: readonly Effect[] = []): Step {
  return { state: { role, phase: 'cancelled', reason: { by: 'us' } }, effects: [...effects, { type: 'leave' }] };
}

const connectingFirst = ({ role }: TransferState, canResume: boolean): TransferState => ({
  role,
  phase: 'connecting',
  canResume,
  isResuming: false,
  refusalCount: 0,
});

function failedToConnect(state: In<'connecting'>, reason: CancelReason): Step {
  if (state.isResuming) return stay(state, [{ type: 'disconnect' }, { type: 'retry-later' }]);
  return cancelled(state, reason, [{ type: 'cancel-later' }]);
}

function lost(state: In<'sending'>, effects: readonly Effect[]): Step {
  return state.canResume
    ? resuming(state, effects)
    : cancelled(state, { by: 'ice-failed' }, [{ type: 'cancel-later' }]);
}

function resuming({ role, canResume }: In<'sending'>, effects: readonly Effect[]): Step {
  return {
    state: { role, phase: 'connecting', canResume, isResuming: true, refusalCount: 0 },
    effects: [...effects, { type: 'wait', for: 'return' }],
  };
}

/** Ends the transfer early, with the cleanup of each role. */
function cancelled(state: TransferState, reason: CancelReason, effects: readonly Effect[] = []): Step {
  const { role, phase } = state;
  const isAccepted = phase === 'connecting' || phase === 'sending';
  return {
    state: { role, phase: 'cancelled', reason },
    effects: [
      ...effects,
      ...(isAccepted ? [{ type: 'disconnect-gracefully' } as const] : []),
      ...(isSilent(reason) ? [] : [{ type: 'toast', reason } as const]),
      ...(role === 'sender' ? [{ type: 'record-cancelled' } as const] : []),
      ...(role === 'receiver' && isAccepted ? [{ type: 'discard' } as const] : []),
    ],
  };
}

/** No toast: the dialog shows it, and it is not an error. */
const isSilent = ({ by }: CancelReason) => by === 'us' || by === 'peer' || by === 'no-answer';
