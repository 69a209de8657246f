import { useBlockedUsers, useUnblock } from '../../api/blocks.ts';
import { Button } from '../../ui/button.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { PersonRow } from '../../ui/person-row.tsx';

/** The people whom the user has blocked. */
export function BlockedList() {
  const { data: users, isError, refetch } = useBlockedUsers();
  const unblock = useUnblock();
  return (
    <section aria-labelledby="blocked-people" className="border-t border-line px-5 py-4 roomy:px-6">
      <h3 id="blocked-people" className="font-medium">
        Blocked people
      </h3>
      {!users && isError && <LoadFailed what="The blocked people" onRetry={() => void refetch()} />}
      {users?.length === 0 && (
        <p className="mt-0.5 text-13 text-muted">Nobody. You can block people in a chat with them, or in Friends.</p>
      )}
      {users && users.length > 0 && (
        <ul aria-labelledby="blocked-people">
          {users.map(({ _id, name, avatar }) => (
            <li key={_id}>
              <PersonRow name={name} avatar={avatar}>
                <Button
                  variant="quiet"
                  size="small"
                  aria-label={`Unblock ${name}`}
                  disabled={unblock.isPending && unblock.variables === _id}
                  onClick={() => unblock.mutate(_id)}
                >
                  Unblock
                </Button>
              </PersonRow>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
