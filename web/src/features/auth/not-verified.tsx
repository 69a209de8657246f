import { maskEmail } from '@chat-app/contract';
import { MailWarning } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useLogout } from '../../api/logout.ts';
import { useResendVerification } from '../../api/verification.ts';
import { useMe } from '../../api/me.ts';
import { useServerConfig } from '../../api/server-config.ts';
import { verificationMailCooldown } from '../../state/cooldowns.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { AuthCard } from './auth-card.tsx';
import { CorrectEmail } from './correct-email.tsx';
import { ResendButton } from './resend-button.tsx';

export function NotVerified() {
  const { email } = useMe();
  const mailboxUrl = useServerConfig().data?.devMailboxUrl ?? null;
  const navigate = useNavigate();
  const resend = useResendVerification(email);
  const logout = useLogout({ onLoggedOut: () => void navigate('/', { replace: true }) });
  return (
    <AuthCard
      title="Your account is not verified"
      icon={<MailWarning aria-hidden="true" />}
      subtitle={
        <>
          We sent a link to <strong className="font-medium wrap-anywhere text-text">{maskEmail(email)}</strong>. Open it
          to start chatting; this page then carries on by itself. Look into the spam folder too.
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {mailboxUrl !== null && (
          <>
            <p className="text-13 text-muted">This server has no mail server yet. It keeps its mails on a page.</p>
            <a href={`${mailboxUrl}?to=${encodeURIComponent(email)}`} className={`${buttonClasses('primary')} w-full`}>
              Open the mailbox
            </a>
          </>
        )}
        <ResendButton
          variant={mailboxUrl === null ? 'primary' : 'secondary'}
          label="Resend verification email"
          cooldown={verificationMailCooldown(email)}
          isSending={resend.isPending}
          onResend={() => resend.mutate()}
        />
        <CorrectEmail key={email} email={email} />
        <Button variant="secondary" isFullWidth isBusy={logout.isPending} onClick={() => logout.mutate()}>
          Sign out
        </Button>
      </div>
    </AuthCard>
  );
}
