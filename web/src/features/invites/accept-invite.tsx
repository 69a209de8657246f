import type { OpenInvite } from '@chat-app/contract';
import { Link } from 'react-router';
import { useAcceptInvite } from '../../api/invites.ts';
import { useOpenChat } from '../../state/open-chat.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';

interface AcceptInviteProps {
  token: string;
  invite: OpenInvite;
}

/** For somebody who is signed in: accepts the invitation and opens its chat. */
export function AcceptInvite({ token, invite }: AcceptInviteProps) {
  const accept = useAcceptInvite();
  const openChat = useOpenChat();
  return (
    <>
      <Button
        isFullWidth
        isBusy={accept.isPending}
        onClick={() => accept.mutate(token, { onSuccess: ({ chatId }) => openChat(chatId) })}
      >
        {invite.kind === 'chat' ? 'Join group' : 'Accept'}
      </Button>
      <Link to="/" className={`${buttonClasses('quiet')} w-full`}>
        Not now
      </Link>
    </>
  );
}
