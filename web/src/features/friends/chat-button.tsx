import type { ChatId, UserWithStatus } from '@chat-app/contract';
import { useCreateChat } from '../../api/chats.ts';
import { Button } from '../../ui/button.tsx';

interface ChatButtonProps {
  friend: UserWithStatus;
  onOpenChat: (chatId: ChatId) => void;
}

/** Opens the chat with a friend from the friend's row. */
export function ChatButton({ friend, onOpenChat }: ChatButtonProps) {
  const create = useCreateChat({ onOpenChat });
  return (
    <Button
      variant="soft"
      size="small"
      aria-label={`Start chat with ${friend.name}`}
      disabled={create.isPending}
      onClick={() => create.mutate({ members: [friend._id] })}
    >
      Chat
    </Button>
  );
}
