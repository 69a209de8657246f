import type { UserWithStatus } from '@chat-app/contract';
import { X } from 'lucide-react';
import { Avatar } from '../../ui/avatar.tsx';

interface ChosenFriendsProps {
  friends: readonly UserWithStatus[];
  onRemove: (friend: UserWithStatus) => void;
}

export function ChosenFriends({ friends, onRemove }: ChosenFriendsProps) {
  if (friends.length === 0) return null;
  return (
    <ul
      aria-label="Chosen friends"
      className="mx-5 mt-3 flex max-h-24 shrink-0 flex-wrap gap-1.5 overflow-y-auto roomy:mx-6"
    >
      {friends.map((friend) => (
        <li key={friend._id} className="max-w-full">
          <button
            type="button"
            aria-label={`Deselect ${friend.name}`}
            onClick={() => onRemove(friend)}
            className="flex h-8 max-w-full animate-rise items-center gap-1.5 rounded-full bg-hover pr-2 pl-1 text-13 font-medium transition-colors hover:text-danger focus-visible:-outline-offset-2"
          >
            <Avatar src={friend.avatar} name={friend.name} className="size-6 text-[11px]" />
            <bdi className="max-w-36 truncate">{friend.name}</bdi>
            <X aria-hidden="true" className="size-3.5 shrink-0" />
          </button>
        </li>
      ))}
    </ul>
  );
}
