import type { OpenInvite } from '@chat-app/contract';
import type { ReactNode } from 'react';
import { useOpenInvite } from '../../api/invites.ts';
import { ApiError } from '../../lib/api-error.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';

interface Card {
  title: string;
  subtitle?: ReactNode;
  image?: ReactNode;
  children?: ReactNode;
}

interface InvitePageProps {
  token: string;
  /** The frame of the account screens. */
  renderCard: (card: Card) => ReactNode;
  /** What one can do with an invitation that works. */
  actions: (invite: OpenInvite) => ReactNode;
  /** The way on from one that does not work. */
  wayOut: ReactNode;
}

/** What a link leads to: who invites, and to what. */
export function InvitePage({ token, renderCard, actions, wayOut }: InvitePageProps) {
  const { data: invite, error, isFetching, refetch } = useOpenInvite(token);
  if (invite) {
    return renderCard({
      title: titleOf(invite),
      subtitle: <Subtitle invite={invite} />,
      image: <Avatar src={invite.avatar} name={invite.name} className="size-20 text-28" />,
      children: <div className="flex flex-col gap-3">{actions(invite)}</div>,
    });
  }
  if (invite === null) {
    return renderCard({
      title: 'This invitation does not work',
      subtitle: 'It may have expired, been used up or been revoked. Ask the person who sent it for a new link.',
      children: wayOut,
    });
  }
  if (error && !isFetching) {
    return renderCard({
      title: 'The invitation could not be loaded',
      subtitle:
        (error instanceof ApiError && error.serverMessage) ||
        'The server could not be reached. Check your connection and try again.',
      children: (
        <Button isFullWidth onClick={() => void refetch()}>
          Retry
        </Button>
      ),
    });
  }
  return renderCard({
    title: 'Opening the invitation',
    subtitle: 'This takes a moment.',
    children: (
      <output className="flex justify-center py-4 text-accent">
        <Spinner className="size-7" />
        <span className="sr-only">The invitation is loading</span>
      </output>
    ),
  });
}

const titleOf = ({ kind, name }: OpenInvite) => (kind === 'chat' ? `Join ${name}` : `Chat with ${name}`);

function Subtitle({ invite: { kind, invitedBy, memberCount } }: { invite: OpenInvite }) {
  const inviter = <bdi className="font-medium wrap-anywhere text-text">{invitedBy}</bdi>;
  if (kind === 'friend') return <>{inviter} invites you to become friends.</>;
  return (
    <>
      {inviter} invites you to this group
      {memberCount !== undefined && ` of ${memberCount} ${memberCount === 1 ? 'member' : 'members'}`}.
    </>
  );
}
