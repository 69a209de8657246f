import type { ChatDetail } from '@chat-app/contract';
import { Ban, Bell, BellOff, CircleCheck, Flag, LogOut, Search, Trash2, UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { RefObject } from 'react';
import { useDeleteChat, useLeaveChat } from '../../api/chats.ts';
import { useMe } from '../../api/me.ts';
import { useMuteChat } from '../../api/mute-chat.ts';
import { useUnblock } from '../../api/blocks.ts';
import { useIsBlocked } from '../../state/blocked-users.ts';
import { openFind } from '../../state/find-in-chat.ts';
import { askToBlock, askToReport } from '../../state/safety.ts';
import type { Person } from '../../state/safety.ts';
import { classNames } from '../../ui/class-names.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { rowClasses } from '../../ui/disclosure.tsx';

interface ChatActionsProps {
  chat: ChatDetail;
  addButton: RefObject<HTMLButtonElement | null>;
  onAddMembers: () => void;
  onGone: () => void;
}

type Question = 'leave' | 'delete';

export function ChatActions({ chat, addButton, onAddMembers, onGone }: ChatActionsProps) {
  const [question, setQuestion] = useState<Question | null>(null);
  const leave = useLeaveChat({ onGone });
  const remove = useDeleteChat({ onGone });
  const confirm = (ask: { mutate: typeof leave.mutate }) => {
    ask.mutate(chat._id);
    setQuestion(null);
  };
  const me = useMe();
  const isOwner = me.id === chat.ownerId;
  const other = chat.members.find(({ _id }) => _id !== me.id);
  return (
    <>
      <button type="button" className={rowClasses} onClick={() => openFind(chat._id)}>
        <Search aria-hidden="true" className="text-muted" />
        Search in chat
      </button>
      <button ref={addButton} type="button" className={rowClasses} onClick={onAddMembers}>
        <UserPlus aria-hidden="true" className="text-muted" />
        Add member to chat
      </button>
      <MuteButton chat={chat} />
      {!chat.isGroup && other && <SafetyButtons person={other} />}
      <button
        type="button"
        aria-describedby="leave-outcome"
        className={dangerClasses}
        onClick={() => setQuestion('leave')}
      >
        <LogOut aria-hidden="true" />
        Leave this chat
      </button>
      <p id="leave-outcome" className={outcomeClasses}>
        {leaveOutcome(chat, isOwner)}
      </p>
      <button
        type="button"
        aria-describedby="delete-outcome"
        className={dangerClasses}
        onClick={() => setQuestion('delete')}
      >
        <Trash2 aria-hidden="true" />
        Delete this chat
      </button>
      <p id="delete-outcome" className={outcomeClasses}>
        {deleteOutcome(chat, isOwner)}
      </p>
      <ConfirmDialog
        question="Leave this chat?"
        details={
          chat.isGroup
            ? `You will no longer see ${chat.name}, and get no more messages from it. The others stay.`
            : `${chat.name} keeps the messages. You will no longer see them, and get no more from this chat.`
        }
        confirmLabel="Leave"
        isOpen={question === 'leave'}
        onConfirm={() => confirm(leave)}
        onCancel={() => setQuestion(null)}
      />
      <ConfirmDialog
        question="Delete this chat?"
        details={
          chat.isGroup
            ? `${chat.name} and all its messages are deleted for everybody. Only the owner of the group can do this.`
            : `All its messages go from your list for good. ${chat.name} keeps theirs.`
        }
        confirmLabel="Delete"
        isOpen={question === 'delete'}
        onConfirm={() => confirm(remove)}
        onCancel={() => setQuestion(null)}
      />
    </>
  );
}

const dangerClasses = classNames(rowClasses, 'text-danger hover:bg-danger-soft');
const outcomeClasses = '-mt-1 mb-1 pr-3 pl-10.5 text-13 text-muted wrap-anywhere';

function leaveOutcome({ isGroup, name }: ChatDetail, isOwner: boolean): string {
  if (!isGroup) return `You lose the chat and get no more messages from it. ${name} keeps it with all its messages.`;
  const succession = isOwner ? ' The longest-standing member becomes the owner.' : '';
  return `You lose the group and get no more messages from it. The others go on without you.${succession}`;
}

function deleteOutcome({ isGroup, name }: ChatDetail, isOwner: boolean): string {
  if (!isGroup)
    return `Your copy is emptied and leaves the list. ${name} keeps theirs; a new message brings the chat back.`;
  return isOwner
    ? 'The group and all its messages are gone for everybody.'
    : 'The group and all its messages would be gone for everybody. Only its owner can do this.';
}

/** One button whose label changes, so that it keeps the focus. */
function MuteButton({ chat }: { chat: ChatDetail }) {
  const { mutate: mute } = useMuteChat();
  const Icon = chat.isMuted ? Bell : BellOff;
  return (
    <button type="button" className={rowClasses} onClick={() => mute({ chatId: chat._id, isMuted: !chat.isMuted })}>
      <Icon aria-hidden="true" className="text-muted" />
      {chat.isMuted ? 'Unmute this chat' : 'Mute this chat'}
    </button>
  );
}

function SafetyButtons({ person }: { person: Person }) {
  const isBlocked = useIsBlocked(person._id);
  const unblock = useUnblock();
  const Icon = isBlocked ? CircleCheck : Ban;
  return (
    <>
      <button
        type="button"
        className={isBlocked ? rowClasses : dangerClasses}
        onClick={() => (isBlocked ? unblock.mutate(person._id) : askToBlock(person))}
      >
        <Icon aria-hidden="true" className={isBlocked ? 'text-muted' : undefined} />
        {isBlocked ? 'Unblock this person' : 'Block this person'}
      </button>
      <button type="button" className={dangerClasses} onClick={() => askToReport(person)}>
        <Flag aria-hidden="true" />
        Report this person
      </button>
    </>
  );
}
