import { MessagesSquare } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

interface ChatListEmptyProps {
  onFindFriends: () => void;
  onNewChat: () => void;
}

export function ChatListEmpty({ onFindFriends, onNewChat }: ChatListEmptyProps) {
  return (
    <EmptyState icon={<MessagesSquare aria-hidden="true" />} title="No chats yet">
      Chats that you start, and groups that friends add you to, appear here with the newest on top.
      <span className="mt-5 flex flex-wrap justify-center gap-2">
        <Button onClick={onFindFriends}>Find friends</Button>
        <Button look="secondary" onClick={onNewChat}>
          New chat
        </Button>
      </span>
    </EmptyState>
  );
}
