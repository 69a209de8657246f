import type { UserId } from '@chat-app/contract';

interface JoiningParts {
  readonly ask: (myId: UserId) => void;
  /** It is meant: asking again would change nothing. */
  readonly onRefused: (message: string) => void;
}

const againAfterMs = [1_000, 2_000, 4_000];
/** Events carry no code; these say of themselves that it may go better the next time. */
const isPassing = (message: string) => /try again|slow down|too many|unavailable/i.test(message);

export type Joining = ReturnType<typeof createJoining>;

/** Asks for a seat, some times if the server has a bad moment. */
export function createJoining({ ask, onRefused }: JoiningParts) {
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
      ask(myId);
    },
    refuse: (message: string) => {
      const waitMs = againAfterMs[failedCount];
      if (wanted === null || waitMs === undefined || !isPassing(message)) return onRefused(message);
      failedCount += 1;
      clearTimeout(timer);
      timer = setTimeout(ask, waitMs, wanted);
      return undefined;
    },
    /** There is a seat, or nobody to ask. */
    stop,
  };
}
