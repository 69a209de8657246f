import { limits } from '@chat-app/contract';
import { MessagesSquare } from 'lucide-react';
import { useState } from 'react';
import { useMe } from '../../api/me.ts';
import { askToInvite } from '../../state/invites.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { inputClasses } from '../../ui/text-field.tsx';

export interface GettingStartedProps {
  /** Opens the people search with the typed text. */
  onFindFriends: (search: string) => void;
  onNewChat: () => void;
}

/** Shown to a user without chats: helps to find the first friend. */
export function GettingStarted({ onFindFriends, onNewChat }: GettingStartedProps) {
  const { name } = useMe();
  const [search, setSearch] = useState('');
  return (
    <EmptyState icon={<MessagesSquare aria-hidden="true" />} title={`Welcome, ${name}`}>
      Invite people with a link, or find a friend who is here already.
      <Button isFullWidth className="mt-5" onClick={() => askToInvite(null)}>
        Invite people
      </Button>
      <form
        className="mt-5 flex flex-col gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          onFindFriends(search.trim());
        }}
      >
        <input
          aria-label="Name or email address of a friend"
          placeholder="Name or email address"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={limits.inputMaxLength}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          className={inputClasses}
        />
        <Button type="submit" variant="secondary">
          Find friends
        </Button>
        <Button variant="quiet" onClick={onNewChat}>
          New chat
        </Button>
      </form>
    </EmptyState>
  );
}
