import type { OpenInvite } from '@chat-app/contract';
import { Link, useParams } from 'react-router';
import { useServerConfig } from '../api/server-config.ts';
import { useSession } from '../api/session.ts';
import { AuthCard } from '../features/auth/auth-card.tsx';
import { AcceptInvite } from '../features/invites/accept-invite.tsx';
import { InvitePage } from '../features/invites/invite-page.tsx';
import { rememberInvite } from '../state/pending-invite.ts';
import { buttonClasses } from '../ui/button.tsx';

/** What a link that invites leads to, for everybody. */
export function InviteScreen() {
  const { token = '' } = useParams();
  const session = useSession();
  const isVerified = session.phase === 'verified';
  const isSignUpClosed = useServerConfig().data?.registration === 'closed';

  const actions = (invite: OpenInvite) => {
    if (isVerified) return <AcceptInvite token={token} invite={invite} />;
    if (session.phase === 'unverified') {
      return (
        <>
          <p className="text-muted">Please verify your email address first. Then you are let in.</p>
          <WayOn to="/" onFollow={() => rememberInvite(token)}>
            Continue
          </WayOn>
        </>
      );
    }
    return (
      <>
        {isSignUpClosed ? (
          <p className="text-muted">Sign-up is closed on this server. Only people with an account can accept.</p>
        ) : (
          <WayOn to="/register" onFollow={() => rememberInvite(token)}>
            Sign up
          </WayOn>
        )}
        <WayOn to="/login" onFollow={() => rememberInvite(token)} isSecondary={!isSignUpClosed}>
          Log in
        </WayOn>
      </>
    );
  };
  return (
    <InvitePage
      token={token}
      renderCard={(card) => <AuthCard {...card} />}
      actions={actions}
      wayOut={<WayOn to="/">{isVerified ? 'Go to your chats' : 'Go to the login'}</WayOn>}
    />
  );
}

interface WayOnProps {
  to: string;
  onFollow?: () => void;
  isSecondary?: boolean;
  children: string;
}

function WayOn({ to, onFollow, isSecondary = false, children }: WayOnProps) {
  return (
    <Link to={to} onClick={onFollow} className={`${buttonClasses(isSecondary ? 'secondary' : 'primary')} w-full`}>
      {children}
    </Link>
  );
}
