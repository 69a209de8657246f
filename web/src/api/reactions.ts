import { messageToasts, reactToMessage } from '@chat-app/contract';
import type { Message, Reaction, UserId } from '@chat-app/contract';
import { MutationObserver, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { patchQueries } from '../lib/patch-queries.ts';
import { useMe } from './me.ts';
import { changeMessage, messagesKey } from './message-log.ts';
import type { MessageLog } from './message-log.ts';

interface OwnReaction {
  message: Message;
  emoji: string;
  isOn: boolean;
}

/** A reaction that is under way, and what the log showed at that rev without those under way. */
interface PendingReaction extends OwnReaction {
  readonly before: { readonly rev: number | undefined; readonly reactions: readonly Reaction[] };
}

export function useReact() {
  const client = useQueryClient();
  const me = useMe();
  return { mutate: (reaction: OwnReaction) => void react(client, me.id, reaction) };
}

/**
 * Adds or removes a reaction of the user: shown at once, and undone if the server refuses it. Requests about one message
 * run one after the other, because the server would apply concurrent ones in any order.
 */
export async function react(client: QueryClient, userId: UserId, reaction: OwnReaction): Promise<void> {
  const { message } = reaction;
  const mutationKey = ['react', message._id] as const;
  const listPending = () =>
    client
      .getMutationCache()
      .findAll({ mutationKey, status: 'pending' })
      .map(({ state }) => state.variables as PendingReaction);
  const apply = (reactions: readonly Reaction[], { emoji, isOn }: OwnReaction) =>
    withReaction(reactions, { emoji, isOn, userId });

  const observer = new MutationObserver(client, {
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: async (pending: PendingReaction) => {
      const { emoji, isOn } = pending;
      const isOutdated = listPending().findLast((other) => other.emoji === emoji) !== pending;
      if (!isOutdated) await callEndpoint(reactToMessage, { messageId: message._id, emoji, isOn });
    },
    // The event brings what the server made of it. If it did, the answer was lost, and there is nothing to undo.
    onError: (_error, pending) => {
      if (findMessage(client, message)?.rev !== pending.before.rev) return;
      const others = listPending().filter((other) => other !== pending);
      patchReactions(client, message, () => others.reduce<readonly Reaction[]>(apply, pending.before.reactions));
    },
    meta: { toast: { failure: messageToasts.reactFailed } },
  });
  const { rev, reactions = [] } = findMessage(client, message) ?? message;
  const earlier = listPending().find(({ before }) => before.rev === rev);
  patchReactions(client, message, (shown) => apply(shown, reaction));
  // The query client shows the toast.
  await observer.mutate({ ...reaction, before: earlier?.before ?? { rev, reactions } }).catch(() => undefined);
}

function findMessage(client: QueryClient, { chatId, _id }: Message): Message | undefined {
  return client.getQueryData<MessageLog>(messagesKey(chatId))?.messages.find((message) => message._id === _id);
}

function patchReactions(
  client: QueryClient,
  { chatId, _id }: Message,
  change: (reactions: readonly Reaction[]) => readonly Reaction[],
): void {
  patchQueries<MessageLog>(client, messagesKey(chatId), (log) =>
    changeMessage(log, _id, (message) => withReactions(message, change(message.reactions ?? []))),
  );
}

/** The message with these reactions; without the field when there are none. */
export function withReactions({ reactions: _before, ...message }: Message, reactions: readonly Reaction[]): Message {
  return reactions.length === 0 ? message : { ...message, reactions: [...reactions] };
}

/** The reactions after one of the user was added or removed. */
export function withReaction(
  reactions: readonly Reaction[],
  { emoji, isOn, userId }: { emoji: string; isOn: boolean; userId: UserId },
): Reaction[] {
  const known = reactions.find((reaction) => reaction.emoji === emoji);
  if ((known?.isMine ?? false) === isOn) return [...reactions];
  if (!known) return [...reactions, { emoji, count: 1, isMine: true, userIds: [userId] }];
  const others = known.userIds.filter((id) => id !== userId);
  const changed = isOn
    ? { ...known, count: known.count + 1, isMine: true, userIds: [...others, userId] }
    : { ...known, count: known.count - 1, isMine: false, userIds: others };
  return reactions.map((reaction) => (reaction === known ? changed : reaction)).filter(({ count }) => count > 0);
}
