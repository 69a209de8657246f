import type { AdminInvite } from '@chat-app/contract';
import { describeExpiry, describeUses } from '../../format/describe-invite.ts';
import { exactTime, shortDate } from '../../format/day-label.ts';
import { useNow } from '../../lib/timing-hooks.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from './data-table.tsx';
import type { Column } from './data-table.tsx';

interface InvitationTableProps {
  invites: readonly AdminInvite[];
  onRevoke: (invite: AdminInvite) => void;
}

const minuteMs = 60_000;

export function InvitationTable({ invites, onRevoke }: InvitationTableProps) {
  const nowMs = useNow(minuteMs);
  return (
    <DataTable label="Invitations" rows={invites} keyOf={({ _id }) => _id} columns={listColumns(nowMs, onRevoke)}>
      {(invite) => (
        <div className="flex items-center gap-2 py-3 pr-2 pl-4">
          <span className="min-w-0 flex-1">
            <Creator invite={invite} />
            <span className="mt-1 block pl-13 text-13 text-muted">
              {describeUses(invite)} · {expiryOf(invite, nowMs)}
            </span>
          </span>
          <RevokeButton invite={invite} onRevoke={onRevoke} />
        </div>
      )}
    </DataTable>
  );
}

function listColumns(nowMs: number, onRevoke: InvitationTableProps['onRevoke']): Column<AdminInvite>[] {
  return [
    { header: 'Created by', cell: (invite) => <Creator invite={invite} /> },
    {
      header: 'Created',
      className: 'hidden w-32 wide:table-cell',
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} title={exactTime(createdAt)} className="text-muted">
          {shortDate(createdAt, nowMs)}
        </time>
      ),
    },
    {
      header: 'Uses',
      className: 'w-34',
      cell: (invite) => <span className="block first-letter:uppercase">{describeUses(invite)}</span>,
    },
    {
      header: 'Expiry',
      className: 'w-40',
      cell: (invite) => <span className="block text-muted first-letter:uppercase">{expiryOf(invite, nowMs)}</span>,
    },
    {
      header: 'Revoke',
      isHeaderHidden: true,
      isNumber: true,
      className: 'w-28',
      cell: (invite) => <RevokeButton invite={invite} onRevoke={onRevoke} />,
    },
  ];
}

/** Who invites, and to what. */
function Creator({ invite: { creator, chatName } }: { invite: AdminInvite }) {
  return (
    <span className="flex min-h-11 items-center gap-3 text-left">
      <Avatar src={creator.avatar} name={creator.name} className="size-10 text-15" />
      <span className="min-w-0">
        <bdi className="block truncate font-semibold" title={creator.name}>
          {creator.name}
        </bdi>
        <span className="block truncate text-13 text-muted" title={chatName ?? undefined}>
          {chatName === null ? (
            'To become friends'
          ) : (
            <>
              To join <bdi>{chatName}</bdi>
            </>
          )}
        </span>
      </span>
    </span>
  );
}

function RevokeButton({ invite, onRevoke }: { invite: AdminInvite; onRevoke: InvitationTableProps['onRevoke'] }) {
  const { creator, chatName } = invite;
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={`Revoke the invitation of ${creator.name} to ${chatName ?? 'become friends'}, ${describeUses(invite)}`}
      onClick={() => onRevoke(invite)}
      className="text-danger!"
    >
      Revoke
    </Button>
  );
}

/** All of them could be used when they were loaded. */
const expiryOf = (invite: AdminInvite, nowMs: number) => describeExpiry({ ...invite, isUsable: true }, nowMs);
