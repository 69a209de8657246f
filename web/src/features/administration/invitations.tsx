import type { AdminInvite } from '@chat-app/contract';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { useAdminInvites, useRevokeAnyInvite } from '../../api/administration-invites.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { InvitationTable } from './invitation-table.tsx';
import { PagedList } from './paged-list.tsx';
import { Section } from './section.tsx';

export function Invitations() {
  const query = useAdminInvites();
  const invites = query.data?.pages.flatMap(({ data }) => data);
  const [asked, setAsked] = useState<AdminInvite | null>(null);
  return (
    <Section title="Invitations" description="Links of everybody that can still be used, the newest first.">
      <PagedList
        query={query}
        count={invites?.length}
        what="The invitations"
        icon={<Link2 aria-hidden="true" />}
        emptyTitle="No invitations"
        emptyText="When somebody creates a link to become friends or to join a group, it appears here."
      >
        <InvitationTable invites={invites ?? []} onRevoke={setAsked} />
      </PagedList>
      <RevokeQuestion invite={asked} onDone={() => setAsked(null)} />
    </Section>
  );
}

function RevokeQuestion({ invite, onDone }: { invite: AdminInvite | null; onDone: () => void }) {
  const revoke = useRevokeAnyInvite();
  const shown = useLastShown(invite);
  if (shown === null) return null;
  return (
    <ConfirmDialog
      question={`Revoke the invitation of ${shown.creator.name}?`}
      details={`Its link works no longer. Those who used it stay ${shown.kind === 'chat' ? 'in the group' : 'friends'}.`}
      confirmLabel="Revoke"
      isOpen={invite !== null}
      isBusy={revoke.isPending}
      onConfirm={() => revoke.mutate(shown._id, { onSettled: onDone })}
      onCancel={onDone}
    />
  );
}
