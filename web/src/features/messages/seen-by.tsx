import type { ChatMember, Message } from '@chat-app/contract';
import { useReads } from '../../api/reads.ts';
import { useChat } from '../../api/chats.ts';
import { Avatar } from '../../ui/avatar.tsx';
import type { MessageActions } from './message-actions.ts';

const shownAvatars = 5;
const noMembers: readonly ChatMember[] = [];

interface SeenByProps extends Pick<MessageActions, 'onShowSeenBy'> {
  /** The newest message of a group; null while it is being sent, and in direct chats. */
  message: Message | null;
}

/** Who has seen the newest message of a group, below it. Its space is always there, so that nothing moves. */
export function SeenBy({ message, onShowSeenBy }: SeenByProps) {
  return (
    <div className="mx-auto flex h-7 w-full max-w-(--column) shrink-0 justify-end px-4 roomy:px-6">
      {message && <SeenByAvatars message={message} onShowSeenBy={onShowSeenBy} />}
    </div>
  );
}

function SeenByAvatars({ message, onShowSeenBy }: SeenByProps & { message: Message }) {
  const viewers = useViewers(message);
  if (viewers.length === 0) return null;
  const shown = viewers.slice(0, shownAvatars);
  const others = viewers.length - shown.length;
  return (
    <button
      type="button"
      aria-label={`Seen by ${shown.map(({ name }) => name).join(', ')}${others > 0 ? ` and ${others} more` : ''}`}
      onClick={({ currentTarget }) => onShowSeenBy(message, currentTarget)}
      className="flex h-6 animate-fade-in items-center gap-0.5 self-start rounded-full px-1 transition-colors hover:bg-hover"
    >
      {shown.map(({ _id, name, avatar }) => (
        <Avatar key={_id} src={avatar} name={name} className="size-4.5" />
      ))}
      {others > 0 && <span className="pl-1 text-[12px] text-muted tabular-nums">+{others}</span>}
    </button>
  );
}

/** The members who have seen a message, without its sender; the first to see it first. */
export function useViewers({ chatId, seq, sender }: Message): readonly (ChatMember & { at: string | null })[] {
  const reads = useReads(chatId);
  const members = useChat(chatId).data?.members ?? noMembers;
  return reads
    .filter((read) => read.seq >= seq && read.userId !== sender?._id)
    .toSorted((a, b) => (a.at ?? '').localeCompare(b.at ?? '') || a.userId.localeCompare(b.userId))
    .flatMap((read) => {
      const member = members.find(({ _id }) => _id === read.userId);
      // Of a message before their newest, only the fact is known.
      return member ? [{ ...member, at: read.seq === seq ? read.at : null }] : [];
    });
}
