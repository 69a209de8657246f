import { chatToasts, limits } from '@chat-app/contract';
import type { UserId, UserWithStatus } from '@chat-app/contract';
import { CirclePlus, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useFriends } from '../../api/friendships.ts';
import { onlineFirst } from '../../format/people.ts';
import { useDebounced } from '../../lib/timing-hooks.ts';
import { useLastOnlineIds, useOnlineIds } from '../../state/online-users.ts';
import { showToast } from '../../state/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { PersonRow } from '../../ui/person-row.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { SelectedFriends } from './selected-friends.tsx';

interface FriendPickerProps {
  /** Friends who are already in the chat. */
  excludedIds?: readonly UserId[];
  submitLabel: string;
  isBusy: boolean;
  onSubmit: (friendIds: UserId[]) => void;
  /** Rendered beside the submit button. */
  renderNote?: (selectedCount: number) => ReactNode;
}

const searchDebounceMs = 250;

/** Chooses one or more friends. Chosen friends are kept while the user searches for others. */
export function FriendPicker({ excludedIds = [], submitLabel, isBusy, onSubmit, renderNote }: FriendPickerProps) {
  const [text, setText] = useState('');
  const [selected, setSelected] = useState<readonly UserWithStatus[]>([]);
  const search = useDebounced(text.trim(), searchDebounceMs);
  const toggle = (friend: UserWithStatus) =>
    setSelected((before) => {
      const others = before.filter(({ _id }) => _id !== friend._id);
      return others.length < before.length ? others : [...before, friend];
    });
  const submit = () => {
    if (selected.length === 0) return void showToast(chatToasts.noMembers);
    return onSubmit(selected.map(({ _id }) => _id));
  };
  return (
    <>
      <SearchField
        label="Enter friend's name or email"
        value={text}
        onChange={setText}
        maxLength={limits.inputMaxLength}
        className="mx-5 mt-3 roomy:mx-6"
      />
      <SelectedFriends friends={selected} onRemove={toggle} />
      <div className="mt-1 h-[44dvh] min-h-0 overflow-y-auto roomy:h-[360px]">
        <Friends search={search} excludedIds={excludedIds} selected={selected} onToggle={toggle} />
      </div>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        className="flex flex-col gap-2 border-t border-line px-5 py-3 roomy:flex-row roomy:items-center roomy:gap-3 roomy:px-6"
      >
        <div className="flex min-h-11 flex-1 items-center empty:hidden roomy:min-h-10">
          {renderNote?.(selected.length)}
        </div>
        <Button type="submit" isBusy={isBusy} className="w-full min-w-28 roomy:ml-auto roomy:w-auto">
          {submitLabel}
        </Button>
      </form>
    </>
  );
}

interface FriendsProps {
  search: string;
  excludedIds: readonly UserId[];
  selected: readonly UserWithStatus[];
  onToggle: (friend: UserWithStatus) => void;
}

function Friends({ search, excludedIds, selected, onToggle }: FriendsProps) {
  const { data, isError, refetch } = useFriends(search);
  const onlineIds = useOnlineIds();
  const lastOnlineIds = useLastOnlineIds();
  if (!data && isError) return <LoadFailed what="Your friends" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div className="animate-appear-late">
        <SkeletonRows count={5} label="Loading friends" rowClassName="h-15 px-5 roomy:px-6" />
      </div>
    );
  }

  const offered = data.filter(({ _id }) => !excludedIds.includes(_id));
  if (offered.length === 0) {
    return <p className="flex h-full items-center justify-center px-8 text-muted">No friends found</p>;
  }
  return (
    <ul aria-label="Friends" className="flex flex-col gap-0.5 px-3 pb-3 roomy:px-4">
      {onlineFirst(offered, lastOnlineIds).map((friend) => (
        <FriendToggle
          key={friend._id}
          friend={friend}
          isOnline={onlineIds.has(friend._id)}
          isSelected={selected.some(({ _id }) => _id === friend._id)}
          onToggle={() => onToggle(friend)}
        />
      ))}
    </ul>
  );
}

interface FriendToggleProps {
  friend: UserWithStatus;
  isOnline: boolean;
  isSelected: boolean;
  onToggle: () => void;
}

function FriendToggle({ friend, isOnline, isSelected, onToggle }: FriendToggleProps) {
  const Icon = isSelected ? CircleCheck : CirclePlus;
  return (
    <li className="[contain-intrinsic-size:auto_60px] [content-visibility:auto]">
      <button
        type="button"
        onClick={onToggle}
        className={classNames(
          'w-full rounded-control px-2 text-left transition-colors focus-visible:-outline-offset-2',
          isSelected ? 'bg-accent-soft' : 'hover:bg-hover',
        )}
      >
        <span className="sr-only">{isSelected ? 'Remove ' : 'Add '}</span>
        <PersonRow name={friend.name} avatar={friend.avatar} subtitle={friend.email} isOnline={isOnline}>
          <Icon aria-hidden="true" className={classNames('size-5', isSelected ? 'text-accent' : 'text-muted')} />
        </PersonRow>
      </button>
    </li>
  );
}
