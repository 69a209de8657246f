import { UserPlus } from 'lucide-react';
import { useFoundPeople, useSendRequest } from '../../api/friendships.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { PersonRow } from '../../ui/person-row.tsx';
import { NothingToShow, PeopleList } from './people-list.tsx';

export function FindTab({ text }: { text: string }) {
  const { data, isError, refetch } = useFoundPeople(text);
  const send = useSendRequest();
  if (text === '') return <NothingToShow hint="Type a name, or a whole e-mail address, to find somebody." />;
  return (
    <PeopleList
      label="People"
      rows={data}
      hasFailed={isError}
      onRetry={() => void refetch()}
      hint="Nobody has this name or address. An address must be whole."
    >
      {({ _id, name, avatar, email, status }) => (
        <PersonRow name={name} avatar={avatar} subtitle={email}>
          {status === 'pending' && (
            <span className="rounded-full bg-pending px-2.5 py-0.5 text-13 font-medium text-on-pending">Pending</span>
          )}
          {status === 'friend' && <span className="px-2.5 text-13 font-medium text-muted">Friend</span>}
          <IconButton
            label={`Send request to ${name}`}
            icon={<UserPlus aria-hidden="true" />}
            disabled={status !== undefined}
            onClick={() => send.mutate(_id)}
            tone="accent"
          />
        </PersonRow>
      )}
    </PeopleList>
  );
}
