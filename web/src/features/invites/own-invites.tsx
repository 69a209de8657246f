import type { ChatId, Invite } from '@chat-app/contract';
import { Link2 } from 'lucide-react';
import { useInvites, useRevokeInvite } from '../../api/invites.ts';
import { describeExpiry, describeUses } from '../../format/describe-invite.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';

/** The links that the user has created: for this group, or all of them. */
export function OwnInvites({ chatId }: { chatId: ChatId | null }) {
  const { data, dataUpdatedAt, isError, refetch } = useInvites();
  const revoke = useRevokeInvite();
  const shown = data?.filter(({ chat }) => chatId === null || chat?._id === chatId) ?? [];
  if (isError && !data) return <LoadFailed what="your links" onRetry={() => void refetch()} />;
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="own-invites" className="border-t border-line pt-4">
      <h3 id="own-invites" className="text-13 font-medium">
        Your links
      </h3>
      <ul className="mt-2 flex flex-col gap-1">
        {shown.map((invite) => (
          <li key={invite._id} className="flex min-h-14 items-center gap-3">
            <Picture invite={invite} />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{nameOf(invite)}</span>
              <span className="block text-13 text-muted">
                {describeUses(invite)} · {describeExpiry(invite, dataUpdatedAt)}
              </span>
            </span>
            <Button
              variant="quiet"
              size="small"
              aria-label={`Revoke the link: ${nameOf(invite)}, ${describeUses(invite)}`}
              disabled={revoke.isPending && revoke.variables === invite._id}
              onClick={() => revoke.mutate(invite._id)}
              className="text-danger!"
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const nameOf = ({ chat }: Invite) => chat?.name ?? 'Become friends';

function Picture({ invite: { chat } }: { invite: Invite }) {
  if (chat) return <Avatar src={chat.avatar} name={chat.name} className="size-9" />;
  return (
    <span className="flex size-9 shrink-0 items-center justify-center rounded-full bg-accent-soft text-accent">
      <Link2 aria-hidden="true" className="size-4.5" />
    </span>
  );
}
