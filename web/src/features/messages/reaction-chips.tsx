import type { ChatMember, Message, Reaction, UserId } from '@chat-app/contract';
import { useChat } from '../../api/chats.ts';
import { useMe } from '../../api/me.ts';
import { useReact } from '../../api/reactions.ts';
import { classNames } from '../../ui/class-names.ts';

interface ReactionChipsProps {
  message: Message;
  reactions: readonly Reaction[];
  isMine: boolean;
}

const noMembers: readonly ChatMember[] = [];

/** The reactions to a message, below its bubble. A click adds or removes one's own. */
export function ReactionChips({ message, reactions, isMine }: ReactionChipsProps) {
  const me = useMe();
  const members = useChat(message.chatId).data?.members ?? noMembers;
  const { mutate } = useReact();
  return (
    <ul aria-label="Reactions" className={classNames('mt-1 flex max-w-full flex-wrap gap-1', isMine && 'justify-end')}>
      {reactions.map((reaction) => {
        const { emoji, count, isMine: isOwn } = reaction;
        const names = reactorNames(reaction, { members, myId: me.id });
        return (
          <li key={emoji}>
            <button
              type="button"
              aria-pressed={isOwn}
              aria-label={`${emoji} ${count}: ${names}`}
              title={names}
              onClick={() => mutate({ message, emoji, isOn: !isOwn })}
              className={classNames(
                'inline-flex min-h-8 items-center gap-1.5 rounded-full border px-2.5 text-13 tabular-nums transition-colors roomy:min-h-7',
                isOwn ? 'border-accent bg-accent-soft text-accent' : 'border-line bg-surface text-muted hover:bg-hover',
              )}
            >
              <span aria-hidden="true" className="text-15">
                {emoji}
              </span>
              {count}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Who reacted: 'You, Ann and 3 others'. */
function reactorNames(
  { userIds, count, isMine }: Reaction,
  { members, myId }: { members: readonly ChatMember[]; myId: UserId },
): string {
  const nameById = new Map(members.map(({ _id, name }) => [_id, name]));
  const others = userIds.filter((id) => id !== myId).flatMap((id) => nameById.get(id) ?? []);
  const names = [...(isMine ? ['You'] : []), ...others];
  const rest = count - names.length;
  if (rest <= 0) return names.join(', ');
  if (names.length === 0) return rest === 1 ? '1 person' : `${rest} people`;
  return `${names.join(', ')} and ${rest} ${rest === 1 ? 'other' : 'others'}`;
}
