import { deleteMessage, type MessageId } from '@chat-app/contract';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { SentMessage, Writer } from './writers.ts';

export interface Deletion {
  readonly messageId: MessageId;
  readonly seq: number;
  readonly askedAt: number;
  readonly answeredAt: number;
}

/** Deletes one of the newest messages of these writers after the other, each by its writer. */
export function startDeletions(
  writers: readonly Writer[],
  sent: readonly SentMessage[],
  { random, pauseMs }: { random: Random; pauseMs: number },
) {
  const deletions: Deletion[] = [];
  const tried = new Set<MessageId>();
  const clock = { isOver: false };

  async function deleteOne({ messageId, seq, writer }: SentMessage) {
    tried.add(messageId);
    const askedAt = performance.now();
    const answer = await writers[writer]?.client.call(deleteMessage, { messageId }).catch(() => null);
    if (answer?.status === 200) deletions.push({ messageId, seq, askedAt, answeredAt: performance.now() });
  }
  async function work() {
    while (!clock.isOver) {
      const recent = sent.slice(-5).filter(({ messageId }) => !tried.has(messageId));
      if (recent.length > 0) await deleteOne(random.pick(recent));
      await pause(pauseMs);
    }
  }
  const working = work();
  return {
    /** Grows while it runs. */
    deletions: deletions as readonly Deletion[],
    stop: async () => {
      clock.isOver = true;
      await working;
    },
  };
}
