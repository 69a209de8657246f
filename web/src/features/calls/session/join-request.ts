import type { ChatId, UserId } from '@chat-app/contract';
import type { Answer } from '../../../lib/emit-with-ack.ts';

export type Refusal = Extract<Answer<'joinVoiceRoom'>, { ok: false }>;

interface JoinRequestOptions {
  /** The chat whose call the user leaves for this one; null if there is none. */
  readonly leaveCallIn?: ChatId | null;
  readonly send: (myId: UserId, leaveCallIn: ChatId | null) => Promise<Answer<'joinVoiceRoom'>>;
  /** Called for a permanent failure, which a retry cannot fix. */
  readonly onRefused: (refusal: Refusal) => void;
}

const retryAfterMs = [1_000, 2_000, 4_000];
/** Transient errors: the next attempt may succeed. */
const transientCodes: readonly Refusal['code'][] = ['internal', 'rate_limited', 'unavailable', 'unanswered'];

/** Joins the call. Retries a join request up to three times after a transient error or a missing answer. */
export function createJoinRequest({ leaveCallIn = null, send, onRefused }: JoinRequestOptions) {
  let leaveChatId = leaveCallIn;
  /** Counts starts and stops, so that a refusal of an earlier attempt is ignored. */
  let generation = 0;
  let participantId: UserId | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function stop() {
    clearTimeout(timer);
    generation += 1;
  }

  async function attempt(myId: UserId, failedCount: number) {
    const ownGeneration = generation;
    const answer = await send(myId, leaveChatId);
    // The other call has been left. Rejoining after a lost connection must not leave a later call there.
    if (answer.ok) leaveChatId = null;
    else if (ownGeneration === generation) handleRefusal(answer, myId, failedCount);
  }

  function handleRefusal(refusal: Refusal, myId: UserId, failedCount: number) {
    const waitMs = retryAfterMs[failedCount];
    if (waitMs === undefined || !transientCodes.includes(refusal.code)) return onRefused(refusal);
    timer = setTimeout(() => void attempt(myId, failedCount + 1), waitMs);
    return undefined;
  }

  return {
    start: (myId: UserId) => {
      stop();
      participantId = myId;
      void attempt(myId, 0);
    },
    /**
     * Being listed in the call counts as an answer. Nodes of the previous release send no other one; remove this one
     * release later.
     */
    handleParticipants: (ids: readonly UserId[]) => {
      if (participantId === null || !ids.includes(participantId)) return;
      stop();
      leaveChatId = null;
    },
    /** Cancels the pending retry. */
    stop,
  };
}
