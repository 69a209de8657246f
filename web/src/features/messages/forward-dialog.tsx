import type { ChatId, ChatListItem, Message } from '@chat-app/contract';
import { limits } from '@chat-app/contract';
import { useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { useChatList } from '../../api/chats.ts';
import { useForwardMessages } from '../../api/forward-messages.ts';
import { newClientId } from '../../lib/client-id.ts';
import { useDebounced } from '../../lib/timing-hooks.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ForwardTarget } from './forward-target.tsx';

interface ForwardDialogProps {
  /** Null while the dialog is closed. */
  messages: readonly Message[] | null;
  onClose: () => void;
  returnFocusTo: RefObject<HTMLElement | null>;
}

const searchDebounceMs = 250;

/** Chooses the chats that messages are forwarded to. */
export function ForwardDialog({ messages, onClose, returnFocusTo }: ForwardDialogProps) {
  // Keeps its content during the closing animation.
  const [shown, setShown] = useState(messages);
  const [openedCount, setOpenedCount] = useState(0);
  if (messages !== null && messages !== shown) {
    setShown(messages);
    setOpenedCount(openedCount + 1);
  }
  const count = shown?.length ?? 0;
  return (
    <Dialog
      title={count === 1 ? 'Forward message' : `Forward ${count} messages`}
      description="Choose one or more chats"
      isOpen={messages !== null}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    >
      {shown && <ChatPicker key={openedCount} messages={shown} onDone={onClose} />}
    </Dialog>
  );
}

function ChatPicker({ messages, onDone }: { messages: readonly Message[]; onDone: () => void }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<readonly ChatListItem[]>([]);
  const [clientId] = useState(newClientId);
  const forward = useForwardMessages();
  const search = useDebounced(text.trim(), searchDebounceMs);
  const list = useRef<HTMLDivElement>(null);
  const toggle = (chat: ChatListItem) =>
    setChosen((before) => {
      const others = before.filter(({ _id }) => _id !== chat._id);
      return others.length < before.length ? others : [...before, chat];
    });
  const submit = () => {
    if (chosen.length === 0 || forward.isPending) return;
    forward.mutate({ messages, chatIds: chosen.map(({ _id }) => _id), clientId }, { onSuccess: onDone });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys come from its controls
    <form
      noValidate
      className="flex min-h-0 flex-col"
      onKeyDown={(event) => moveWithArrows(event, list.current)}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <SearchField
        label="Search chats"
        value={text}
        onChange={setText}
        maxLength={limits.inputMaxLength}
        hasInitialFocus
        className="mx-5 mt-3 roomy:mx-6"
      />
      <div ref={list} className="mt-3 h-[44dvh] min-h-0 overflow-y-auto roomy:h-[360px]">
        <Targets search={search} chosen={chosen} onToggle={toggle} />
      </div>
      <div className="flex flex-col gap-2 border-t border-line px-5 py-3 roomy:flex-row roomy:items-center roomy:gap-3 roomy:px-6">
        <p className="min-h-5 min-w-0 flex-1 truncate text-13 text-muted">
          {chosen.length === 0 ? 'No chat chosen yet' : chosen.map(({ name }) => name).join(', ')}
        </p>
        <Button
          type="submit"
          disabled={chosen.length === 0}
          isBusy={forward.isPending}
          className="w-full min-w-28 roomy:w-auto"
        >
          {chosen.length > 1 ? `Forward to ${chosen.length} chats` : 'Forward'}
        </Button>
      </div>
    </form>
  );
}

interface TargetsProps {
  search: string;
  chosen: readonly ChatListItem[];
  onToggle: (chat: ChatListItem) => void;
}

function Targets({ search, chosen, onToggle }: TargetsProps) {
  const { data, isError, refetch } = useChatList(search);
  // Tab reaches one row, the arrow keys the others.
  const [focusedId, setFocusedId] = useState<ChatId | null>(null);
  if (!data && isError) return <LoadFailed what="Your chats" onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={5} label="Loading chats" rowClassName="h-15 px-5 roomy:px-6" />;
  if (data.length === 0) {
    return <p className="flex h-full items-center justify-center px-8 text-muted">No chats found</p>;
  }
  const tabStop = Math.max(
    data.findIndex(({ _id }) => _id === focusedId),
    0,
  );
  const isFull = chosen.length >= limits.forwardChatsMax;
  return (
    <ul aria-label="Chats" className="flex flex-col gap-0.5 px-3 pb-3 roomy:px-4">
      {data.map((chat, index) => {
        const isChosen = chosen.some(({ _id }) => _id === chat._id);
        return (
          <ForwardTarget
            key={chat._id}
            chat={chat}
            isChosen={isChosen}
            isDisabled={isFull && !isChosen}
            isTabStop={index === tabStop}
            onToggle={() => onToggle(chat)}
            onFocus={() => setFocusedId(chat._id)}
          />
        );
      })}
    </ul>
  );
}

/** The arrow keys move from the search field into the list, and through it. */
function moveWithArrows(event: KeyboardEvent, list: HTMLElement | null): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const boxes = [...(list?.querySelectorAll('input') ?? [])].filter(({ disabled }) => !disabled);
  const index = boxes.findIndex((box) => box === event.target);
  const next = boxes[event.key === 'ArrowDown' ? index + 1 : Math.max(index - 1, 0)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
