import { limits } from '@chat-app/contract';
import type { ChatId, Message, MessageId } from '@chat-app/contract';
import { createSessionStore } from './session-state.ts';

interface Selection {
  readonly chatId: ChatId;
  readonly ids: ReadonlySet<MessageId>;
  /** The message with which it began, until its checkbox has taken the focus. */
  readonly startId: MessageId | null;
}

const useSelection = createSessionStore<{ selection: Selection | null }>(() => ({ selection: null }));

/** The selected messages of this chat; null while none are being selected. */
export function useSelectedIds(chatId: ChatId): ReadonlySet<MessageId> | null {
  return useSelection(({ selection }) => (selection?.chatId === chatId ? selection.ids : null));
}

export function useIsSelecting(chatId: ChatId): boolean {
  return useSelection(({ selection }) => selection?.chatId === chatId);
}

/** Whether this message is selected, or cannot be because there are too many. */
export function useSelectState(messageId: MessageId): 'selected' | 'free' | 'full' {
  return useSelection(({ selection }) => {
    if (selection?.ids.has(messageId)) return 'selected';
    return (selection?.ids.size ?? 0) >= limits.forwardMessagesMax ? 'full' : 'free';
  });
}

export function beginSelection({ chatId, _id }: Message): void {
  useSelection.setState({ selection: { chatId, ids: new Set([_id]), startId: _id } });
}

export function toggleSelected(messageId: MessageId): void {
  useSelection.setState(({ selection }) => {
    if (!selection) return { selection };
    const ids = new Set(selection.ids);
    if (!ids.delete(messageId)) ids.add(messageId);
    return { selection: { ...selection, ids } };
  });
}

/** True once for the message with which the selection began. */
export function takeStart(messageId: MessageId): boolean {
  const { selection } = useSelection.getState();
  if (selection?.startId !== messageId) return false;
  useSelection.setState({ selection: { ...selection, startId: null } });
  return true;
}

export function endSelection(): void {
  useSelection.setState({ selection: null });
}
