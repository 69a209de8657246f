import { MessagesSquare } from 'lucide-react';
import { EmptyState } from '../../ui/empty-state.tsx';

export function ChatListEmpty() {
  return (
    <EmptyState icon={<MessagesSquare aria-hidden="true" />} title="No chats yet">
      Chats that you start, and groups that friends add you to, appear here with the newest on top.
    </EmptyState>
  );
}
