import type { ChatId, UserId } from '@chat-app/contract';
import type { Answer } from '../../../lib/emit-with-ack.ts';

export type Refusal = Extract<Answer, { ok: false }>;

interface JoiningParts {
  /** The chat whose call the user leaves for this one; null if there is none. */
  readonly leaveCallIn?: ChatId | null;
  readonly ask: (myId: UserId, leaveCallIn: ChatId | null) => Promise<Answer>;
  /** Called for a permanent failure, which a retry cannot fix. */
  readonly onRefused: (refusal: Refusal) => void;
}

const againAfterMs = [1_000, 2_000, 4_000];
/** Transient errors: the next attempt may succeed. */
const passingCodes: readonly Refusal['code'][] = ['internal', 'rate_limited', 'unavailable', 'unanswered'];

/** Joins the call. Retries a join request up to three times after a transient error or a missing answer. */
export function createJoining({ leaveCallIn = null, ask, onRefused }: JoiningParts) {
  let leaving = leaveCallIn;
  /** Counts starts and stops, so that a refusal of an earlier attempt is ignored. */
  let run = 0;
  let joiningId: UserId | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function stop() {
    clearTimeout(timer);
    run += 1;
  }

  async function attempt(myId: UserId, failedCount: number) {
    const ownRun = run;
    const answer = await ask(myId, leaving);
    // The other call has been left. Rejoining after a lost connection must not leave a later call there.
    if (answer.ok) leaving = null;
    else if (ownRun === run) refuse(answer, myId, failedCount);
  }

  function refuse(refusal: Refusal, myId: UserId, failedCount: number) {
    const waitMs = againAfterMs[failedCount];
    if (waitMs === undefined || !passingCodes.includes(refusal.code)) return onRefused(refusal);
    timer = setTimeout(() => void attempt(myId, failedCount + 1), waitMs);
    return undefined;
  }

  return {
    start: (myId: UserId) => {
      stop();
      joiningId = myId;
      void attempt(myId, 0);
    },
    /**
     * Being listed in the call counts as an answer. Nodes of the previous release send no other one; remove this one
     * release later.
     */
    handleParticipants: (ids: readonly UserId[]) => {
      if (joiningId === null || !ids.includes(joiningId)) return;
      stop();
      leaving = null;
    },
    /** Cancels the pending retry. */
    stop,
  };
}
