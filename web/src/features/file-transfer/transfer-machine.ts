import type { CancelReason, Effect, TransferEvent, TransferState } from './transfer-events.ts';

type In<Name extends TransferState['phase']> = Extract<TransferState, { phase: Name }>;
type Answers<State> = {
  readonly [Type in TransferEvent['type']]?: (state: State, event: TransferEvent & { type: Type }) => Step;
};

export interface Step {
  readonly state: TransferState;
  readonly effects: readonly Effect[];
}

/** A fresh page may come before the server has noticed that the old one is gone; so it asks some times. */
export const maxRefusals = 8;

/** The whole life of a transfer, on either side. An event that makes no sense in a phase changes nothing. */
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
  // Also where everything is here: the sender may not know it yet.
  restored: ({ role }, { isComplete }) =>
    isComplete
      ? { state: { role, phase: 'done', canResume: true, isUntold: false }, effects: [say('resume')] }
      : {
          state: { role, phase: 'connecting', canResume: true, isResuming: true, refusalCount: 0 },
          effects: [say('resume'), { type: 'wait', for: 'return' }],
        },
};

/** The sender waits for an answer. */
const asking: Answers<In<'pending'>> = {
  accepted: (state, { canResume }) => ({
    state: connectingFirst(state, canResume),
    effects: [{ type: 'connect' }, { type: 'wait', for: 'opening' }],
  }),
  rejected: (state) => cancelled(state, { by: 'rejected' }),
  'peer-cancelled': (state) => cancelled(state, { by: 'no-answer' }),
  cancel: (state) => cancelled(state, { by: 'us' }, [say('cancel')]),
  'server-error': (state, { message }) => cancelled(state, { by: 'server', message }),
  // The server must not go on holding it.
  'request-failed': (state, { message }) => cancelled(state, { by: 'server', message }, [say('cancel')]),
  'resume-refused': (state) => cancelled(state, { by: 'lost' }, [say('cancel')]),
  'socket-back': (state) => stay(state, [say('resume')]),
};

/** The receiver is asked. */
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
  // What is still asked is asked again by the server.
  'socket-back': (state) => leave(state),
  'peer-cancelled': (state) => cancelled(state, { by: 'peer' }),
};

/** What ends a transfer that both have agreed to. */
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
  // Another tab was faster.
  taken: (state) => (state.isResuming ? stay(state) : leave(state, [{ type: 'discard' }])),
  'socket-back': (state) => stay(state, [say('resume')]),
  'try-again': (state) => stay(state, [say('resume')]),
};

/** While the bytes flow the server is not needed: its absence changes nothing. */
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
  // Our own sender says that it is done; until then it may have to ask once more.
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

/** The last word may not have reached the sender, who then asks again: it is told that everything is here. */
const received: Answers<In<'done'>> = { 'offer-came': (state) => stay(state, [{ type: 'answer' }]) };
/** The server goes on holding a transfer whose end it was not told. */
const told: Answers<In<'done'>> = {
  'socket-back': (state) =>
    state.isUntold ? { state: { ...state, isUntold: false }, effects: [say('done')] } : stay(state),
};
const over: Answers<never> = {};

const say = (what: Extract<Effect, { type: 'say' }>['what']): Effect => ({ type: 'say', what });
const stay = (state: TransferState, effects: readonly Effect[] = []): Step => ({ state, effects });

/** Goes without a word: it is none of this tab's business. */
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

/** What each side leaves behind when it ends early. */
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

/** The dialog says it; nobody did anything wrong. */
const isSilent = ({ by }: CancelReason) => by === 'us' || by === 'peer' || by === 'no-answer';
