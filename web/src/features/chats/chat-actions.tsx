import type { ChatDetail, UserId } from '@chat-app/contract';
import { Ban, Bell, BellOff, CircleCheck, Flag, LogOut, Search, Trash2, UserPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useDeleteChat, useLeaveChat } from '../../api/chats.ts';
import { useMe } from '../../api/me.ts';
import { useMuteChat } from '../../api/mute-chat.ts';
import { useUnblock } from '../../api/blocks.ts';
import { isOrdinaryMember } from '../../format/group-roles.ts';
import { needsSuccessor, nextAdmin } from '../../format/members.ts';
import { useIsBlocked } from '../../state/blocked-users.ts';
import { openFind } from '../../state/find-in-chat.ts';
import { askToBlock, askToReport } from '../../state/safety.ts';
import type { Person } from '../../state/safety.ts';
import { classNames } from '../../ui/class-names.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { rowClasses } from '../../ui/disclosure.tsx';
import { NextOwnerDialog } from './next-owner-dialog.tsx';
import { PlaceButtons } from './place-buttons.tsx';

interface ChatActionsProps {
  chat: ChatDetail;
  addButton: RefObject<HTMLButtonElement | null>;
  onAddMembers: () => void;
  onGone: () => void;
}

type Question = 'leave' | 'delete' | 'successor';

export function ChatActions({ chat, addButton, onAddMembers, onGone }: ChatActionsProps) {
  const [question, setQuestion] = useState<Question | null>(null);
  const leave = useLeaveChat({ onGone });
  const remove = useDeleteChat({ onGone });
  const confirm = (ask: { mutate: typeof leave.mutate }) => {
    ask.mutate(chat._id);
    setQuestion(null);
  };
  const leaveButton = useRef<HTMLButtonElement>(null);
  const me = useMe();
  const isOwner = me.id === chat.ownerId;
  const other = chat.members.find(({ _id }) => _id !== me.id);
  return (
    <>
      <button type="button" className={rowClasses} onClick={() => openFind(chat._id)}>
        <Search aria-hidden="true" className="text-muted" />
        Search in chat
      </button>
      {!(chat.whoCanAdd === 'admins' && isOrdinaryMember(chat, me.id)) && (
        <button ref={addButton} type="button" className={rowClasses} onClick={onAddMembers}>
          <UserPlus aria-hidden="true" className="text-muted" />
          Add member to chat
        </button>
      )}
      <MuteButton chat={chat} />
      <PlaceButtons chatId={chat._id} />
      {!chat.isGroup && other && <SafetyButtons person={other} />}
      <button
        ref={leaveButton}
        type="button"
        aria-describedby="leave-outcome"
        className={dangerClasses}
        onClick={() => setQuestion(needsSuccessor(chat, me.id) ? 'successor' : 'leave')}
      >
        <LogOut aria-hidden="true" />
        Leave this chat
      </button>
      <p id="leave-outcome" className={outcomeClasses}>
        {leaveOutcome(chat, me.id)}
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
      <NextOwnerDialog
        chat={chat}
        isOpen={question === 'successor'}
        onClose={() => setQuestion(null)}
        onLeave={() => confirm(leave)}
        returnFocusTo={leaveButton}
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

function leaveOutcome(chat: ChatDetail, myId: UserId): string {
  const { isGroup, name } = chat;
  if (!isGroup) return `You lose the chat and get no more messages from it. ${name} keeps it with all its messages.`;
  return `You lose the group and get no more messages from it. The others go on without you.${succession(chat, myId)}`;
}

function succession(chat: ChatDetail, myId: UserId): string {
  if (needsSuccessor(chat, myId)) return ' You choose who becomes the owner.';
  const next = chat.ownerId === myId ? nextAdmin(chat) : null;
  return next ? ` ${next.name} becomes the owner.` : '';
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
