import { useEffect, useEffectEvent, useState } from 'react';
import { useReserveInvite } from '../api/invites.ts';
import { NotVerified } from '../features/auth/not-verified.tsx';
import { inviteOfVisitor } from '../state/pending-invite.ts';

export function NotVerifiedScreen() {
  const [invite] = useState(inviteOfVisitor);
  return (
    <>
      <NotVerified />
      {invite !== null && <ReservedInvite token={invite} />}
    </>
  );
}

/** Keeps a use of the invitation that somebody followed after they had signed up: the server may need one to verify them. */
function ReservedInvite({ token }: { token: string }): null {
  const { mutate } = useReserveInvite();
  const reserve = useEffectEvent(() => mutate(token));
  useEffect(() => reserve(), []);
  return null;
}
