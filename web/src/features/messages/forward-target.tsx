import type { ChatListItem } from '@chat-app/contract';
import { facesOf } from '../../format/people.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { CheckCircle } from '../../ui/check-circle.tsx';
import { classNames } from '../../ui/class-names.ts';

interface ForwardTargetProps {
  chat: ChatListItem;
  isChosen: boolean;
  isDisabled: boolean;
  isTabStop: boolean;
  onToggle: () => void;
  onFocus: () => void;
}

/** A chat with a checkbox. The whole row can be clicked. */
export function ForwardTarget({ chat, isChosen, isDisabled, isTabStop, onToggle, onFocus }: ForwardTargetProps) {
  return (
    <li className="[contain-intrinsic-size:auto_60px] [content-visibility:auto]">
      <label
        className={classNames(
          'flex min-h-15 cursor-pointer items-center gap-3 rounded-control px-2 py-2 transition-colors',
          'has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent',
          isChosen ? 'bg-accent-soft' : 'hover:bg-hover',
          isDisabled && 'opacity-60',
        )}
      >
        <Avatar src={chat.avatar} name={chat.name} memberAvatars={facesOf(chat)} className="size-10 text-15" />
        <bdi className="min-w-0 flex-1 truncate text-left font-semibold" title={chat.name}>
          {chat.name}
        </bdi>
        <input
          type="checkbox"
          checked={isChosen}
          disabled={isDisabled}
          tabIndex={isTabStop ? 0 : -1}
          onChange={onToggle}
          onFocus={onFocus}
          className="peer sr-only"
        />
        <CheckCircle isChecked={isChosen} className="size-5 shrink-0 *:size-3" />
      </label>
    </li>
  );
}
