import { authToasts } from '@chat-app/contract';
import { CircleCheck, CloudOff, DoorClosed } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { useEmailVerification } from '../../api/verification.ts';
import { useSession } from '../../api/session.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useLinkToken } from './use-link-token.ts';
import { showToast } from '../../state/toasts.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { AuthCard } from './auth-card.tsx';

type VerificationStatus = 'running' | 'verified' | 'failed' | 'rejected' | 'uninvited' | 'no-token';

export function VerifyEmail() {
  const token = useLinkToken();
  const verification = useEmailVerification(token);
  const isVisitor = useSession().phase === 'visitor';
  const status = statusOf(token, verification);
  useRedirectByStatus(status, isVisitor);

  if (status === 'failed')
    return <VerificationFailed error={verification.error} onRetry={() => void verification.refetch()} />;
  if (status === 'uninvited') return <Uninvited error={verification.error} isVisitor={isVisitor} />;
  if (status === 'verified' && isVisitor) return <Verified />;
  return (
    <AuthCard title="Verifying your email" subtitle="This takes a moment.">
      <output className="flex justify-center py-4 text-accent">
        <Spinner className="size-7" />
        <span className="sr-only">Verification is running</span>
      </output>
    </AuthCard>
  );
}

function statusOf(
  token: string | null,
  { status, error }: ReturnType<typeof useEmailVerification>,
): VerificationStatus {
  if (token === null) return 'no-token';
  if (status === 'pending') return 'running';
  if (status === 'success') return 'verified';
  if (!(error instanceof ApiError)) return 'failed';
  if (error.code === 'registration_closed') return 'uninvited';
  return error.status === 400 ? 'rejected' : 'failed';
}

function useRedirectByStatus(status: VerificationStatus, isVisitor: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    // Reload the app as a verified user. A visitor has no session to reload.
    if (status === 'verified' && !isVisitor) window.location.replace('/');
    if (status === 'rejected') showToast(authToasts.verifyFailed);
    if (status === 'no-token') showToast(authToasts.verifyTokenMissing);
    if (status === 'rejected' || status === 'no-token') void navigate('/', { replace: true });
  }, [status, isVisitor, navigate]);
}

function Verified() {
  return (
    <AuthCard
      title="Email verified"
      icon={<CircleCheck aria-hidden="true" />}
      subtitle="Your address is confirmed. You can log in now."
    >
      <Link to="/login" className={`${buttonClasses('primary')} w-full`}>
        Log in
      </Link>
    </AuthCard>
  );
}

/** The account was created with an invitation that lets nobody in any more. The link stays valid. */
function Uninvited({ error, isVisitor }: { error: Error | null; isVisitor: boolean }) {
  return (
    <AuthCard
      title="You cannot be let in yet"
      icon={<DoorClosed aria-hidden="true" />}
      subtitle={error instanceof ApiError ? error.serverMessage : null}
    >
      <Link to="/" className={`${buttonClasses('primary')} w-full`}>
        {isVisitor ? 'Log in' : 'Continue'}
      </Link>
    </AuthCard>
  );
}

function VerificationFailed({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const serverMessage = error instanceof ApiError ? error.serverMessage : null;
  return (
    <AuthCard
      title="Your email is not verified yet"
      icon={<CloudOff aria-hidden="true" />}
      subtitle={serverMessage ?? 'The server could not be reached. Check your connection and try again.'}
    >
      <Button isFullWidth onClick={onRetry}>
        Retry
      </Button>
    </AuthCard>
  );
}
