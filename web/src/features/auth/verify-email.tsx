import { authToasts } from '@chat-app/contract';
import { CircleCheck, CloudOff } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { useEmailVerification } from '../../api/auth.ts';
import { useSession } from '../../api/session.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useLinkToken } from './use-link-token.ts';
import { showToast } from '../../state/toasts.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { AuthCard } from './auth-card.tsx';

type Verdict = 'running' | 'verified' | 'not-run' | 'refused' | 'no-token';

export function VerifyEmail() {
  const token = useLinkToken();
  const verification = useEmailVerification(token);
  const isVisitor = useSession().phase === 'visitor';
  const verdict = judge(token, verification);
  useVerdict(verdict, isVisitor);

  if (verdict === 'not-run') return <NotRun error={verification.error} onRetry={() => void verification.refetch()} />;
  if (verdict === 'verified' && isVisitor) return <Verified />;
  return (
    <AuthCard title="Verifying your email" subtitle="This takes a moment.">
      <output className="flex justify-center py-4 text-accent">
        <Spinner className="size-7" />
        <span className="sr-only">Verification is running</span>
      </output>
    </AuthCard>
  );
}

function judge(token: string | null, { status, error }: ReturnType<typeof useEmailVerification>): Verdict {
  if (token === null) return 'no-token';
  if (status === 'pending') return 'running';
  if (status === 'success') return 'verified';
  return error instanceof ApiError && error.status === 400 ? 'refused' : 'not-run';
}

function useVerdict(verdict: Verdict, isVisitor: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    // Reload the app as a verified user. A visitor has no session to reload.
    if (verdict === 'verified' && !isVisitor) window.location.replace('/');
    if (verdict === 'refused') showToast(authToasts.verifyFailed);
    if (verdict === 'no-token') showToast(authToasts.verifyTokenMissing);
    if (verdict === 'refused' || verdict === 'no-token') void navigate('/', { replace: true });
  }, [verdict, isVisitor, navigate]);
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

function NotRun({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const said = error instanceof ApiError ? error.serverMessage : null;
  return (
    <AuthCard
      title="Your email is not verified yet"
      icon={<CloudOff aria-hidden="true" />}
      subtitle={said ?? 'The server could not be reached. Check your connection and try again.'}
    >
      <Button isFullWidth onClick={onRetry}>
        Retry
      </Button>
    </AuthCard>
  );
}
