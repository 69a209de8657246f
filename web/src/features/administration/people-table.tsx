import type { AdminPerson } from '@chat-app/contract';
import { shortDate } from '../../format/day-label.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { DataTable } from './data-table.tsx';
import type { Column } from './data-table.tsx';
import { byteText } from './byte-text.ts';
import type { PersonRequest } from './person-acts.tsx';
import { PersonMenu } from './person-menu.tsx';
import { PersonState } from './person-state.tsx';

interface PersonHandlers {
  /** `opener` receives the focus afterwards. */
  onOpen: (person: AdminPerson, opener: HTMLElement | null) => void;
  onAsk: (request: PersonRequest) => void;
}

interface PeopleTableProps extends PersonHandlers {
  people: readonly AdminPerson[];
}

export function PeopleTable({ people, ...on }: PeopleTableProps) {
  return (
    <DataTable label="People" rows={people} keyOf={({ _id }) => _id} columns={listColumns(on)}>
      {(person) => (
        <div className="flex items-center gap-2 py-1.5 pr-2 pl-4">
          <span className="min-w-0 flex-1">
            <PersonButton person={person} onOpen={on.onOpen} />
            <span className="block pb-2 pl-13 empty:hidden has-[span:empty]:hidden">
              <PersonState person={person} />
            </span>
          </span>
          <RowMenu person={person} {...on} />
        </div>
      )}
    </DataTable>
  );
}

function listColumns(on: PersonHandlers): Column<AdminPerson>[] {
  return [
    { header: 'Name', cell: (person) => <PersonButton person={person} onOpen={on.onOpen} /> },
    { header: 'State', className: 'w-44', cell: (person) => <PersonState person={person} /> },
    {
      header: 'Last active',
      className: 'hidden w-36 beside:table-cell',
      cell: ({ lastUsedAt }) => <span className="text-muted">{lastActive(lastUsedAt)}</span>,
    },
    {
      header: 'Uploads',
      isNumber: true,
      className: 'hidden w-24 wide:table-cell',
      cell: ({ storageBytes }) => byteText(storageBytes),
    },
    {
      header: 'Reports',
      isNumber: true,
      className: 'hidden w-24 wide:table-cell',
      cell: ({ reportCount }) => reportCount,
    },
    {
      header: 'Menu',
      isHeaderHidden: true,
      isNumber: true,
      className: 'w-18',
      cell: (person) => <RowMenu person={person} {...on} />,
    },
  ];
}

function RowMenu({ person, onOpen, onAsk }: PersonHandlers & { person: AdminPerson }) {
  return (
    <PersonMenu
      person={person}
      onOpen={(opener) => onOpen(person, opener)}
      onAsk={(act, opener) => onAsk({ person, act, opener })}
    />
  );
}

function PersonButton({ person, onOpen }: Pick<PersonHandlers, 'onOpen'> & { person: AdminPerson }) {
  return (
    <button
      type="button"
      onClick={({ currentTarget }) => onOpen(person, currentTarget)}
      className="flex min-h-11 w-full items-center gap-3 rounded-control text-left"
    >
      <Avatar src={person.avatar} name={person.name} className="size-10 text-15" />
      <span className="min-w-0">
        <bdi className="block truncate font-semibold" title={person.name}>
          {person.name}
        </bdi>
        <span className="block truncate text-13 text-muted" title={person.email}>
          {person.email}
        </span>
      </span>
    </button>
  );
}

const lastActive = (time: string | null) => (time === null ? 'Not signed in' : shortDate(time, Date.now()));
