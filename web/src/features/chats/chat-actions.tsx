import type { ChatDetail } from '@chat-app/contract';
import { Bell, BellOff, LogOut, Trash2, UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { RefObject } from 'react';
import { useDeleteChat, useLeaveChat } from '../../api/chats.ts';
import { useMuteChat } from '../../api/mute-chat.ts';
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
  const dangerClasses = classNames(rowClasses, 'text-danger hover:bg-danger-soft');
  return (
    <>
      <button ref={addButton} type="button" className={rowClasses} onClick={onAddMembers}>
        <UserPlus aria-hidden="true" className="text-muted" />
        Add member to chat
      </button>
      <MuteButton chat={chat} />
      <button type="button" className={dangerClasses} onClick={() => setQuestion('leave')}>
        <LogOut aria-hidden="true" />
        Leave this chat
      </button>
      <button type="button" className={dangerClasses} onClick={() => setQuestion('delete')}>
        <Trash2 aria-hidden="true" />
        Delete this chat
      </button>
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

/** One button whose words change: focus stays on it. */
function MuteButton({ chat }: { chat: ChatDetail }) {
  const { mutate: mute } = useMuteChat(chat._id);
  const Icon = chat.isMuted ? Bell : BellOff;
  return (
    <button type="button" className={rowClasses} onClick={() => mute(!chat.isMuted)}>
      <Icon aria-hidden="true" className="text-muted" />
      {chat.isMuted ? 'Unmute this chat' : 'Mute this chat'}
    </button>
  );
}
