import { limits } from '@chat-app/contract';
import type { AdminPerson, AdminPersonState, UserId } from '@chat-app/contract';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { usePeople } from '../../api/administration.ts';
import { useDebounced } from '../../lib/timing-hooks.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { PagedList } from './paged-list.tsx';
import { PeopleTable } from './people-table.tsx';
import type { PersonRequest } from './person-acts.tsx';
import { PersonDialog } from './person-dialog.tsx';
import { PersonQuestions } from './person-questions.tsx';
import { Section } from './section.tsx';

const searchDebounceMs = 250;

const states: readonly { value: AdminPersonState; label: string }[] = [
  { value: 'all', label: 'All accounts' },
  { value: 'verified', label: 'Verified' },
  { value: 'unverified', label: 'Not verified' },
  { value: 'suspended', label: 'Suspended' },
  { value: 'administrators', label: 'Administrators' },
];

export function People() {
  // Reports link to an account by its name.
  const [text, setText] = useState(new URLSearchParams(useLocation().search).get('search') ?? '');
  const [state, setState] = useState<AdminPersonState>('all');
  const search = useDebounced(text.trim(), searchDebounceMs);
  const query = usePeople({ search, state });
  const people = query.data?.pages.flatMap(({ data }) => data);
  return (
    <Section title="People" description="Everybody with an account on this server, the newest first.">
      <div className="flex flex-col gap-3 roomy:flex-row">
        <SearchField
          label="Search by name or email"
          value={text}
          onChange={setText}
          maxLength={limits.inputMaxLength}
          className="flex-1"
        />
        <SelectField label="State" options={states} value={state} onChange={setState} className="roomy:w-48" />
      </div>
      <PagedList
        query={query}
        count={people?.length}
        what="The accounts"
        icon={<Users aria-hidden="true" />}
        emptyTitle="Nobody found"
        emptyText={search === '' ? 'No account is in this state.' : 'No name and no address contains this.'}
      >
        <PeopleList people={people ?? []} />
      </PagedList>
    </Section>
  );
}

function PeopleList({ people }: { people: readonly AdminPerson[] }) {
  const [opened, setOpened] = useState<{ id: UserId; opener: HTMLElement | null } | null>(null);
  const [request, setRequest] = useState<PersonRequest | null>(null);
  const openedPerson = people.find(({ _id }) => _id === opened?.id) ?? null;
  return (
    <>
      <PeopleTable people={people} onOpen={({ _id }, opener) => setOpened({ id: _id, opener })} onAsk={setRequest} />
      <PersonDialog
        person={openedPerson}
        opener={opened?.opener ?? null}
        onClose={() => setOpened(null)}
        onAsk={setRequest}
      />
      <PersonQuestions request={request} onDone={() => setRequest(null)} />
    </>
  );
}
