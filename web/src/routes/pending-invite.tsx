import { useEffect, useEffectEvent } from 'react';
import { useAcceptInvite } from '../api/invites.ts';
import { useOpenChat } from '../state/open-chat.ts';

/** Accepts the invitation that somebody followed before they signed up or logged in, and opens its chat. */
export function PendingInvite({ token }: { token: string }): null {
  const { mutate } = useAcceptInvite();
  const openChat = useOpenChat();
  const accept = useEffectEvent(() => mutate(token, { onSuccess: ({ chatId }) => openChat(chatId) }));
  useEffect(() => accept(), []);
  return null;
}
