import type { UserWithStatus } from '@chat-app/contract';
import { X } from 'lucide-react';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';

interface SelectedFriendsProps {
  friends: readonly UserWithStatus[];
  onRemove: (friend: UserWithStatus) => void;
}

/** A row of fixed height, so that choosing a friend moves nothing below. The newest choice comes first. */
export function SelectedFriends({ friends, onRemove }: SelectedFriendsProps) {
  return (
    <div className="mx-5 mt-3 flex h-9 shrink-0 items-center overflow-x-auto [scrollbar-width:thin] roomy:mx-6">
      {friends.length === 0 ? (
        <p className="text-13 text-muted">Nobody chosen yet</p>
      ) : (
        <ul aria-label="Chosen friends" className="flex gap-1.5">
          {friends.toReversed().map((friend) => (
            <li key={friend._id} className="shrink-0">
              <button
                type="button"
                aria-label={`Deselect ${friend.name}`}
                onClick={() => onRemove(friend)}
                className={classNames(
                  'flex h-8 animate-rise items-center gap-1.5 rounded-full bg-hover pr-2 pl-1 text-13 font-medium',
                  'transition-colors hover:text-danger focus-visible:-outline-offset-2',
                )}
              >
                <Avatar src={friend.avatar} name={friend.name} className="size-6 text-[11px]" />
                <bdi className="max-w-36 truncate">{friend.name}</bdi>
                <X aria-hidden="true" className="size-3.5 shrink-0" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
