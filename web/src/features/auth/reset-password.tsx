import { authToasts, limits } from '@chat-app/contract';
import { CircleCheck, Link2Off } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useLinkToken } from './use-link-token.ts';
import { showToast } from '../../state/toasts.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { AuthCard } from './auth-card.tsx';
import { ResetPasswordForm } from './reset-password-form.tsx';
import { TextLink } from './text-link.tsx';
import { useRedirectAfter } from './use-redirect-after.ts';

type ResetState = 'choosing' | 'done' | 'rejected';

const redirects = {
  choosing: null,
  done: { to: '/login', delayMs: limits.resetDoneRedirectMs },
  rejected: { to: '/forgot-password', delayMs: limits.resetRefusedRedirectMs },
};

export function ResetPassword() {
  const token = useLinkToken();
  const [state, setState] = useState<ResetState>('choosing');
  useRedirectAfter(redirects[state]);
  useMissingTokenToast(token);

  if (token === null || state === 'rejected') return <InvalidLink />;
  if (state === 'done') return <PasswordChanged />;
  return (
    <AuthCard
      title="Reset password"
      subtitle="Choose a new password for your account."
      footer={<TextLink to="/login">Back to login</TextLink>}
    >
      <ResetPasswordForm token={token} onDone={() => setState('done')} onLinkRejected={() => setState('rejected')} />
    </AuthCard>
  );
}

function InvalidLink() {
  return (
    <AuthCard
      title="Invalid Reset Link"
      icon={<Link2Off aria-hidden="true" />}
      subtitle="This link is incomplete, was used already, or has expired. Request a new one and use the newest mail."
      footer={<TextLink to="/login">Back to login</TextLink>}
    >
      <Link to="/forgot-password" className={`${buttonClasses('primary')} w-full`}>
        Request a new link
      </Link>
    </AuthCard>
  );
}

function PasswordChanged() {
  return (
    <AuthCard
      title="Password changed"
      icon={<CircleCheck aria-hidden="true" />}
      subtitle="Taking you to the login screen. Every other device has been signed out."
      footer={<TextLink to="/login">Log in now</TextLink>}
    />
  );
}

function useMissingTokenToast(token: string | null): void {
  useEffect(() => {
    if (token === null) showToast(authToasts.resetTokenMissing);
  }, [token]);
}
