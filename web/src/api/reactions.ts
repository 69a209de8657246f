import { messageToasts, reactToMessage } from '@chat-app/contract';
import type { Message, Reaction, UserId } from '@chat-app/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { useMe } from './me.ts';
import { changeMessage, messagesKey } from './message-log.ts';
import type { MessageLog } from './message-log.ts';

interface OwnReaction {
  message: Message;
  emoji: string;
  isOn: boolean;
}

/** Adds or removes a reaction of the user: shown at once, and undone if the server refuses it. */
export function useReact() {
  const client = useQueryClient();
  const me = useMe();
  const show = ({ message, emoji }: OwnReaction, isOn: boolean) =>
    patchReactions(client, message, (reactions) => withReaction(reactions, { emoji, isOn, userId: me.id }));
  return useMutation({
    mutationFn: ({ message, emoji, isOn }: OwnReaction) =>
      callEndpoint(reactToMessage, { messageId: message._id, emoji, isOn }),
    onMutate: (reaction) => {
      show(reaction, reaction.isOn);
      return revOf(client, reaction.message);
    },
    // The event brings what the server made of it. If it did, the answer was lost, and there is nothing to undo.
    onError: (_error, reaction, rev) => {
      if (revOf(client, reaction.message) === rev) show(reaction, !reaction.isOn);
    },
    meta: { toast: { failure: messageToasts.reactFailed } },
  });
}

function revOf(client: QueryClient, { chatId, _id }: Message): number | undefined {
  return client.getQueryData<MessageLog>(messagesKey(chatId))?.messages.find((message) => message._id === _id)?.rev;
}

function patchReactions(
  client: QueryClient,
  { chatId, _id }: Message,
  change: (reactions: readonly Reaction[]) => Reaction[],
): void {
  client.setQueryData<MessageLog>(
    messagesKey(chatId),
    (log) => log && changeMessage(log, _id, (message) => withReactions(message, change(message.reactions ?? []))),
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
