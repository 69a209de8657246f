import type { ChatId, UserId, UserWithStatus } from '@chat-app/contract';
import { Link2 } from 'lucide-react';
import { useFoundPeople, useSendRequest } from '../../api/friendships.ts';
import { askToInvite } from '../../state/invites.ts';
import { Button } from '../../ui/button.tsx';
import { rowClasses } from '../../ui/disclosure.tsx';
import { PersonRow } from '../../ui/person-row.tsx';
import { ChatButton } from './chat-button.tsx';
import { NothingToShow, PeopleList } from './people-list.tsx';

interface FindTabProps {
  text: string;
  onOpenChat: (chatId: ChatId) => void;
}

export function FindTab({ text, onOpenChat }: FindTabProps) {
  const { data, isError, refetch } = useFoundPeople(text);
  const send = useSendRequest();
  if (text === '')
    return (
      <>
        <InviteRow />
        <NothingToShow hint="Type a name, or a whole e-mail address, to find somebody." />
      </>
    );
  return (
    <>
      {data?.length === 0 && <InviteRow />}
      <PeopleList
        label="People"
        rows={data}
        hasFailed={isError}
        onRetry={() => void refetch()}
        hint="Nobody has this name or address. An address must be whole."
      >
        {(person) => (
          <PersonRow name={person.name} avatar={person.avatar} subtitle={person.email}>
            <RequestButton person={person} onSend={send.mutate} />
            {person.status === 'friend' && <ChatButton friend={person} onOpenChat={onOpenChat} />}
          </PersonRow>
        )}
      </PeopleList>
    </>
  );
}

function InviteRow() {
  return (
    // Aligns the icon with the search field.
    <div className="px-2 roomy:px-3">
      <button type="button" className={rowClasses} onClick={() => askToInvite(null)}>
        <Link2 aria-hidden="true" className="text-accent" />
        <span className="text-left">
          Invite by link
          <span className="block text-13 font-normal text-muted">For people who are not here yet</span>
        </span>
      </button>
    </div>
  );
}

interface RequestButtonProps {
  person: UserWithStatus;
  onSend: (id: UserId) => void;
}

/** One button whose label changes. Once there is a status, the button is disabled and shows it. */
function RequestButton({ person: { _id, name, status }, onSend }: RequestButtonProps) {
  const [label, details] = {
    none: ['Add friend', `: send request to ${name}`],
    pending: ['Pending', `: request with ${name}`],
    friend: ['Friend', `: ${name}`],
  }[status ?? 'none'] as [string, string];
  return (
    <Button
      variant={status === undefined ? 'soft' : 'quiet'}
      size="small"
      aria-label={label + details}
      disabled={status !== undefined}
      onClick={() => onSend(_id)}
      className={status === 'pending' ? 'bg-pending text-on-pending! opacity-100!' : undefined}
    >
      {label}
    </Button>
  );
}
