import type { Message } from '@chat-app/contract';
import { SmilePlus } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useReact } from '../../api/reactions.ts';
import { classNames } from '../../ui/class-names.ts';
import { loadEmojiPicker } from '../../ui/lazy-emoji-picker.tsx';

const quickEmoji = ['👍', '❤️', '😂', '😮', '😢', '🎉'];

const itemClasses = classNames(
  'flex size-11 items-center justify-center rounded-control text-20',
  'select-none outline-none data-highlighted:bg-hover roomy:size-9',
);

interface QuickReactionsProps {
  message: Message;
  /** Opens the picker. */
  onShowAll: () => void;
}

/** The reactions that are used most, in a row at the top of a message's menu. */
export function QuickReactions({ message, onShowAll }: QuickReactionsProps) {
  const { mutate } = useReact();
  return (
    <DropdownMenu.Group aria-label="React" className="flex gap-0.5 border-b border-line pb-1.5 mb-1.5">
      {quickEmoji.map((emoji) => {
        const isOwn = message.reactions?.some((reaction) => reaction.emoji === emoji && reaction.isMine) ?? false;
        return (
          <DropdownMenu.Item
            key={emoji}
            aria-label={isOwn ? `Remove your reaction ${emoji}` : `React with ${emoji}`}
            onSelect={() => mutate({ message, emoji, isOn: !isOwn })}
            className={classNames(itemClasses, isOwn && 'bg-accent-soft')}
          >
            {emoji}
          </DropdownMenu.Item>
        );
      })}
      <DropdownMenu.Item
        aria-label="More emoji"
        onSelect={onShowAll}
        onPointerEnter={() => void loadEmojiPicker()}
        className={classNames(itemClasses, 'text-muted')}
      >
        <SmilePlus aria-hidden="true" className="size-5" />
      </DropdownMenu.Item>
    </DropdownMenu.Group>
  );
}
