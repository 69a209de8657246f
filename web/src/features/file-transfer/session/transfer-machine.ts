import type { CancelReason, Effect, TransferEvent, TransferState } from './transfer-events.ts';

type In<Name extends TransferState['phase']> = Extract<TransferState, { phase: Name }>;
type Answers<State> = {
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
  const answer = answersIn(state)[event.type] as ((state: TransferState, event: TransferEvent) => Step) | undefined;
  return answer ? answer(state, event) : stay(state);
}

function answersIn(state: TransferState): Answers<never> {
  const isSender = state.role === 'sender';
  switch (state.phase) {
    case 'none':
      return isSender ? beforeAsking : beforeBeingAsked;
    case 'pending':
      return isSender ? asking : beingAsked;
    case 'connecting':
      return isSender ? sendersConnecting : receiversConnecting;
    case 'sending':
      return isSender ? sendersSending : receiversSending;
    case 'done':
      return isSender || !state.canResume ? told : received;
    case 'cancelled':
      return over;
    default:
      return state satisfies never;
  }
}

const beforeAsking: Answers<In<'none'>> = {
  request: ({ role }) => ({ state: { role, phase: 'pending', canResume: false }, effects: [say('request')] }),
};

const beforeBeingAsked: Answers<In<'none'>> = {
  offered: ({ role }, { canResume }) => ({ state: { role, phase: 'pending', canResume }, effects: [] }),
  // Resume even if everything has arrived: the sender may not know it yet.
  restored: ({ role }, { isComplete }) =>
    isComplete
      ? { state: { role, phase: 'done', canResume: true, isUntold: false }, effects: [say('resume')] }
      : {
          state: { role, phase: 'connecting', canResume: true, isResuming: true, refusalCount: 0 },
          effects: [say('resume'), { type: 'wait', for: 'return' }],
        },
};

/** The sender waits for the receiver's answer. */
const asking: Answers<In<'pending'>> = {
  accepted: (state, { canResume }) => ({
    state: connectingFirst(state, canResume),
    effects: [{ type: 'connect' }, { type: 'wait', for: 'opening' }],
  }),
  rejected: (state) => cancelled(state, { by: 'rejected' }),
  'peer-cancelled': (state) => cancelled(state, { by: 'no-answer' }),
  cancel: (state) => cancelled(state, { by: 'us' }, [say('cancel')]),
  'server-error': (state, { message }) => cancelled(state, { by: 'server', message }),
  // Cancel, because the server may still hold the request.
  'request-failed': (state, { message }) => cancelled(state, { by: 'server', message }, [say('cancel')]),
  'resume-refused': (state) => cancelled(state, { by: 'lost' }, [say('cancel')]),
  'socket-back': (state) => stay(state, [say('resume')]),
};

/** The receiver has not answered yet. */
const beingAsked: Answers<In<'pending'>> = {
  accept: (state) => ({
    state: connectingFirst(state, state.canResume),
    effects: [say('accept'), { type: 'wait', for: 'opening' }],
  }),
  reject: ({ role }) => ({
    state: { role, phase: 'cancelled', reason: { by: 'us' } },
    effects: [say('reject'), { type: 'leave' }],
  }),
  taken: (state) => leave(state),
  // The server resends a request that is still open.
  'socket-back': (state) => leave(state),
  'peer-cancelled': (state) => cancelled(state, { by: 'peer' }),
};

/** The events that end an accepted transfer. */
const agreed: Answers<In<'connecting' | 'sending'>> = {
  cancel: (state) => cancelled(state, { by: 'us' }, [say('cancel')]),
  'peer-cancelled': (state) => cancelled(state, { by: 'peer' }),
  'server-error': (state, { message }) => cancelled(state, { by: 'server', message }, [say('cancel')]),
  fault: (state, { fault }) => cancelled(state, { by: fault }, [{ type: 'tell-peer', fault }]),
  'peer-fault': (state, { fault }) => cancelled(state, { by: fault }, [say('cancel')]),
};

const connecting: Answers<In<'connecting'>> = {
  ...agreed,
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
  'time-up': (state) => cancelled(state, { by: 'ice-failed' }, [{ type: 'cancel-later' }]),
};

const sendersConnecting: Answers<In<'connecting'>> = {
  ...connecting,
  'peer-resumed': (state) => stay(state, [{ type: 'connect' }]),
  'socket-back': (state) => stay(state, [say('resume'), { type: 'connect' }]),
  'try-again': (state) => stay(state, [say('resume'), { type: 'connect' }]),
};

const receiversConnecting: Answers<In<'connecting'>> = {
  ...connecting,
  'offer-came': (state) => stay(state, [{ type: 'answer' }]),
  'accept-refused': (state) => (state.isResuming ? stay(state) : cancelled(state, { by: 'lost' }, [say('cancel')])),
  // Another tab accepted first.
  taken: (state) => (state.isResuming ? stay(state) : leave(state, [{ type: 'discard' }])),
  'socket-back': (state) => stay(state, [say('resume')]),
  'try-again': (state) => stay(state, [say('resume')]),
};

/** The server is not needed while bytes flow, so losing it has no effect here. */
const sending: Answers<In<'sending'>> = {
  ...agreed,
  'peer-paused': (state) => stay(state, state.canResume ? [{ type: 'probe' }] : []),
  'peer-resumed': (state) => stay(state, state.canResume ? [{ type: 'probe' }] : []),
  'socket-back': (state) => stay(state, [say('resume')]),
};

const sendersSending: Answers<In<'sending'>> = {
  ...sending,
  completed: ({ role, canResume }, { isOnline }) => ({
    state: { role, phase: 'done', canResume, isUntold: !isOnline },
    effects: [say('done'), { type: 'hang-up-gently' }],
  }),
  'connection-lost': (state) => lost(state, [{ type: 'hang-up' }, say('resume'), { type: 'connect' }]),
};

const receiversSending: Answers<In<'sending'>> = {
  ...sending,
  // Our own sender reports the end. Until then it may reconnect to ask for the confirmation.
  completed: ({ role, canResume }, { isOnline }) => ({
    state: { role, phase: 'done', canResume, isUntold: !canResume && !isOnline },
    effects: canResume ? [] : [say('done')],
  }),
  'all-arrived': (state) => ({ state: { ...state, hasAll: true }, effects: [] }),
  'peer-cancelled': (state) => (state.hasAll ? stay(state) : cancelled(state, { by: 'peer' })),
  'connection-lost': (state) => (state.hasAll ? stay(state) : lost(state, [{ type: 'hang-up' }, say('resume')])),
  'offer-came': (state) => {
    if (!state.canResume) return stay(state);
    return state.hasAll ? stay(state, [{ type: 'answer' }]) : resuming(state, [{ type: 'answer' }]);
  },
};

/** The confirmation may not have reached the sender. It then reconnects, and the receiver confirms again. */
const received: Answers<In<'done'>> = { 'offer-came': (state) => stay(state, [{ type: 'answer' }]) };
/** The server holds a transfer until its end is reported. */
const told: Answers<In<'done'>> = {
  'socket-back': (state) =>
    state.isUntold ? { state: { ...state, isUntold: false }, effects: [say('done')] } : stay(state),
};
const over: Answers<never> = {};

const say = (what: Extract<Effect, { type: 'say' }>['what']): Effect => ({ type: 'say', what });
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
  if (state.isResuming) return stay(state, [{ type: 'hang-up' }, { type: 'retry-later' }]);
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
  const isAgreed = phase === 'connecting' || phase === 'sending';
  return {
    state: { role, phase: 'cancelled', reason },
    effects: [
      ...effects,
      ...(isAgreed ? [{ type: 'hang-up-gently' } as const] : []),
      ...(isSilent(reason) ? [] : [{ type: 'toast', reason } as const]),
      ...(role === 'sender' ? [{ type: 'record-cancelled' } as const] : []),
      ...(role === 'receiver' && isAgreed ? [{ type: 'discard' } as const] : []),
    ],
  };
}

/** No toast: the dialog shows it, and it is not an error. */
const isSilent = ({ by }: CancelReason) => by === 'us' || by === 'peer' || by === 'no-answer';
