import type { NewInvite } from '@chat-app/contract';
import { useState } from 'react';
import { useCreateInvite } from '../../api/invites.ts';
import { newClientId } from '../../lib/client-id.ts';
import { closeInviteDialog, useInviteRequest } from '../../state/invites.ts';
import type { InviteTarget } from '../../state/invites.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { InviteLink } from './invite-link.tsx';
import { OwnInvites } from './own-invites.tsx';

/** Creates links that invite, and lists one's own. Opened from many places. */
export function InviteDialog() {
  const request = useInviteRequest((state) => state.request);
  const shown = useLastShown(request);
  const chat = shown?.chat ?? null;
  return (
    <Dialog
      title={chat ? `Invite to ${chat.name}` : 'Invite people'}
      description="Creates a link to share, and lists the links that you have created"
      isOpen={request !== null}
      onClose={closeInviteDialog}
      returnFocusTo={{ current: shown?.opener instanceof HTMLElement ? shown.opener : null }}
    >
      {shown && (
        <div className="flex min-h-0 flex-col gap-6 overflow-y-auto px-5 pt-1 pb-5 roomy:px-6 roomy:pb-6">
          <NewLink key={chat?._id} chat={chat} />
          <OwnInvites chatId={chat?._id ?? null} />
        </div>
      )}
    </Dialog>
  );
}

const dayMs = 24 * 60 * 60_000;

const expiries = [
  { value: '1', label: '1 day', icon: null },
  { value: '7', label: '7 days', icon: null },
  { value: '30', label: '30 days', icon: null },
  { value: 'never', label: 'Never', icon: null },
] as const;
const uses = [
  { value: '1', label: '1 person', icon: null },
  { value: '10', label: '10 people', icon: null },
  { value: '50', label: '50 people', icon: null },
  { value: 'unlimited', label: 'Unlimited', icon: null },
] as const;

function NewLink({ chat }: { chat: InviteTarget }) {
  const [expiry, setExpiry] = useState<(typeof expiries)[number]['value']>('7');
  const [maxUses, setMaxUses] = useState<(typeof uses)[number]['value']>('10');
  const [created, setCreated] = useState<NewInvite | null>(null);
  const create = useCreateInvite();
  // A second try after an answer that was lost finds the link of the first.
  const [clientId, setClientId] = useState(newClientId);
  const choosing =
    <Value,>(choose: (value: Value) => void) =>
    (value: Value) => {
      choose(value);
      setClientId(newClientId());
    };

  const handleCreate = () =>
    create.mutate(
      {
        ...(chat ? { kind: 'chat', chatId: chat._id } : { kind: 'friend' }),
        expiresAt: expiry === 'never' ? null : new Date(Date.now() + Number(expiry) * dayMs).toISOString(),
        maxUses: maxUses === 'unlimited' ? null : Number(maxUses),
        clientId,
      },
      {
        onSuccess: ({ invite }) => {
          setCreated(invite);
          setClientId(newClientId());
        },
      },
    );

  if (created) return <InviteLink invite={created} onCreateAnother={() => setCreated(null)} />;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">
        {chat
          ? 'Anybody who opens the link can join this group. They see messages from then on.'
          : 'Anybody who opens the link becomes your friend, and you can chat at once.'}{' '}
        People without an account sign up first.
      </p>
      <SegmentedControl
        label="The link expires after"
        options={expiries}
        value={expiry}
        onChange={choosing(setExpiry)}
      />
      <SegmentedControl label="It can be used by" options={uses} value={maxUses} onChange={choosing(setMaxUses)} />
      <Button isFullWidth isBusy={create.isPending} onClick={handleCreate}>
        Create link
      </Button>
    </div>
  );
}
