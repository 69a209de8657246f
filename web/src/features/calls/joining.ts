import type { ChatId, ErrorCode, EventRefusal, UserId } from '@chat-app/contract';

interface JoiningParts {
  /** The chat whose call is left for this one; null: none. */
  readonly leaveCallIn?: ChatId | null;
  readonly ask: (myId: UserId, leaveCallIn: ChatId | null) => void;
  /** It is meant: asking again would change nothing. */
  readonly onRefused: (message: string, refusal: EventRefusal) => void;
}

const againAfterMs = [1_000, 2_000, 4_000];
/** With these the next attempt may succeed. */
const passingCodes: readonly ErrorCode[] = ['internal', 'rate_limited', 'unavailable'];

export type Joining = ReturnType<typeof createJoining>;

/** Asks for a seat, some times if the server has a bad moment. */
export function createJoining({ leaveCallIn = null, ask, onRefused }: JoiningParts) {
  let leaving = leaveCallIn;
  let wanted: UserId | null = null;
  let failedCount = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function stop() {
    clearTimeout(timer);
    wanted = null;
  }

  return {
    start: (myId: UserId) => {
      stop();
      wanted = myId;
      failedCount = 0;
      ask(myId, leaving);
    },
    refuse: (message: string, refusal: EventRefusal) => {
      const waitMs = againAfterMs[failedCount];
      const isPassing = passingCodes.includes(refusal.code);
      if (wanted === null || waitMs === undefined || !isPassing) return onRefused(message, refusal);
      failedCount += 1;
      clearTimeout(timer);
      timer = setTimeout(ask, waitMs, wanted, leaving);
      return undefined;
    },
    /** The other call has been left: joining again after a lost connection must not end a later one there. */
    noteSeated: () => {
      leaving = null;
      stop();
    },
    /** There is nobody to ask. */
    stop,
  };
}
