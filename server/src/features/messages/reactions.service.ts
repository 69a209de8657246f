import { answerTexts, limits, type MessageId, type Reaction, type UserId } from '@chat-app/contract';
import type { Transact } from '../../domain-events.ts';
import { withDeadline, withoutDeadline } from '../../platform/deadline.ts';
import { AppError, notFound, unavailable } from '../../platform/errors.ts';
import { detached } from '../../platform/request-context.ts';
import { assertNotBlocked } from './messages.policy.ts';
import { presentReactions } from './messages.presenter.ts';
import { messageRepository } from './messages.repository.ts';
import { type GivenReaction, type ReactionGroup, reactionRepository } from './reactions.repository.ts';

interface WaitingReaction extends GivenReaction {
  readonly isOn: boolean;
  /** When it arrived. */
  readonly since: number;
  readonly resolve: (groups: readonly ReactionGroup[]) => void;
  readonly reject: (error: unknown) => void;
}

const batchMax = 500;
/** Below the deadline of a request. */
const answerWithinMs = 2700;
/** What a batch gets at least. Those that have less time left are refused. */
const leastWriteMs = 300;

export type Reactions = ReturnType<typeof createReactions>;

/** Reactions to messages. Those to one message that arrive together are written together. */
export function createReactions({ transact }: { transact: Transact }) {
  const waitingByMessage = new Map<MessageId, WaitingReaction[]>();

  /** Applies them in the order of arrival. Each is refused or accepted on its own. */
  function write(messageId: MessageId, batch: readonly WaitingReaction[]) {
    return transact(async (tx, emit) => {
      await messageRepository.lockChatOf(tx, messageId);
      const reactors = await reactionRepository.findReactors(
        tx,
        messageId,
        batch.map(({ userId }) => userId),
      );
      if (reactors) assertNotBlocked(reactors);
      const groups = (await reactionRepository.listGroups(tx, [messageId])).get(messageId) ?? [];
      const applied = applyReactions(groups, batch, new Set(reactors?.userIds));
      if (!reactors || (applied.added.length === 0 && applied.removed.length === 0)) return applied;
      if (applied.removed.length > 0) await reactionRepository.remove(tx, messageId, applied.removed);
      if (applied.added.length > 0) await reactionRepository.add(tx, messageId, applied.added);
      const { chatId, rev } = await reactionRepository.markChanged(tx, messageId, applied.groups.length > 0);
      emit('message.changed', { chatId, rev, reacted: { messageId, previousRev: reactors.rev } });
      return applied;
    });
  }

  async function settle(messageId: MessageId, batch: readonly WaitingReaction[]) {
    const remainingMs = Math.min(...batch.map(({ since }) => since)) + answerWithinMs - Date.now();
    try {
      const { groups, refusals } = await withDeadline(remainingMs, () => write(messageId, batch));
      for (const one of batch) {
        const refusal = refusals.get(one);
        if (refusal) one.reject(refusal);
        else one.resolve(groups);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  async function drain(messageId: MessageId, waiting: WaitingReaction[]) {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchMax);
      // Read once: a reaction that becomes late in between would be neither written nor refused.
      const oldest = Date.now() - (answerWithinMs - leastWriteMs);
      // Their senders are about to be refused, so they must no longer be written.
      for (const { since, reject } of batch) if (since < oldest) reject(unavailable());
      const inTime = batch.filter(({ since }) => since >= oldest);
      if (inTime.length > 0) await settle(messageId, inTime);
    }
    waitingByMessage.delete(messageId);
  }

  return {
    async react(
      userId: UserId,
      { messageId, emoji, isOn }: { messageId: MessageId; emoji: string; isOn: boolean },
    ): Promise<Reaction[]> {
      const groups = await new Promise<readonly ReactionGroup[]>((resolve, reject) => {
        const reaction = { userId, emoji, isOn, since: Date.now(), resolve, reject };
        const waiting = waitingByMessage.get(messageId);
        if (waiting) waiting.push(reaction);
        else {
          const first = [reaction];
          waitingByMessage.set(messageId, first);
          // A batch belongs to no single request: the deadline of the first must not abort the others.
          void detached(() => withoutDeadline(() => drain(messageId, first)));
        }
      });
      return presentReactions(groups, userId);
    },
  };
}

interface Applied {
  readonly groups: readonly ReactionGroup[];
  readonly added: readonly GivenReaction[];
  readonly removed: readonly GivenReaction[];
  readonly refusals: ReadonlyMap<WaitingReaction, AppError>;
}

/** The reactions afterwards, and how they differ from those before. */
function applyReactions(
  before: readonly ReactionGroup[],
  batch: readonly WaitingReaction[],
  reactors: ReadonlySet<UserId>,
): Applied {
  const usersByEmoji = new Map(before.map(({ emoji, userIds }) => [emoji, new Set(userIds)]));
  const refusals = new Map<WaitingReaction, AppError>();
  for (const one of batch) {
    const { emoji, userId, isOn } = one;
    const users = usersByEmoji.get(emoji) ?? new Set<UserId>();
    if (!reactors.has(userId)) refusals.set(one, notFound('Message'));
    else if (isOn === users.has(userId)) continue;
    else if (!isOn) {
      users.delete(userId);
      if (users.size === 0) usersByEmoji.delete(emoji);
    } else if (isFull(usersByEmoji, { emoji, userId })) {
      refusals.set(one, new AppError('limit_reached', answerTexts.reactionLimit));
    } else usersByEmoji.set(emoji, users.add(userId));
  }
  const groups = [...usersByEmoji].map(([emoji, users]) => ({ emoji, userIds: [...users] }));
  return { groups, added: missingIn(before, groups), removed: missingIn(groups, before), refusals };
}

function isFull(usersByEmoji: ReadonlyMap<string, ReadonlySet<UserId>>, { emoji, userId }: GivenReaction): boolean {
  const ownCount = [...usersByEmoji.values()].filter((users) => users.has(userId)).length;
  return (
    ownCount >= limits.reactionsPerPerson ||
    (!usersByEmoji.has(emoji) && usersByEmoji.size >= limits.reactionsPerMessage)
  );
}

/** Those of the second list that are not in the first. */
function missingIn(one: readonly ReactionGroup[], other: readonly ReactionGroup[]): GivenReaction[] {
  const known = new Map(one.map(({ emoji, userIds }) => [emoji, new Set(userIds)]));
  return other.flatMap(({ emoji, userIds }) =>
    userIds.filter((userId) => !known.get(emoji)?.has(userId)).map((userId) => ({ emoji, userId })),
  );
}
