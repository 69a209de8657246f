import { emailChangeTexts } from '@chat-app/contract';
import { CircleCheck, CloudOff, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { useEmailChangeLink } from '../../api/change-email.ts';
import { ApiError } from '../../lib/api-error.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { AuthCard } from './auth-card.tsx';
import { useLinkToken } from './use-link-token.ts';

/** What a link in a mail about a new address leads to: it confirms the new one, or restores the old one. */
export function EmailChange({ kind }: { kind: 'confirm' | 'undo' }) {
  const token = useLinkToken();
  // Undoing signs out all devices: not before a click, because some mail programs open links by themselves.
  const [isWanted, setWanted] = useState(kind === 'confirm');
  const { data, error, refetch } = useEmailChangeLink(kind, isWanted ? token : null);
  if (token === null) return <LinkFailed kind={kind} message={emailChangeTexts.linkInvalid} onRetry={null} />;
  if (!isWanted) return <UndoQuestion onUndo={() => setWanted(true)} />;
  if (error) {
    const isRefused = error instanceof ApiError && (error.status === 400 || error.status === 409);
    const message = error instanceof ApiError ? error.serverMessage : null;
    return <LinkFailed kind={kind} message={message} onRetry={isRefused ? null : () => void refetch()} />;
  }
  if (!data) {
    return (
      <AuthCard
        title="One moment"
        subtitle={kind === 'undo' ? 'Your address is being restored.' : 'Your new address is being confirmed.'}
      >
        <output className="flex justify-center py-4 text-accent">
          <Spinner className="size-7" />
          <span className="sr-only">Loading</span>
        </output>
      </AuthCard>
    );
  }
  // Somebody else knew the password.
  if (data.resetToken !== null) return <Navigate replace to={`/reset-password?token=${data.resetToken}`} />;
  return (
    <AuthCard
      title="Your new email address is confirmed"
      icon={<CircleCheck aria-hidden="true" />}
      subtitle="From now on, log in with it. Mails about your account go there, too."
    >
      <StartLink />
    </AuthCard>
  );
}

/** Reloads the app, because the account has changed. */
function StartLink() {
  return (
    <a href="/" className={`${buttonClasses('primary')} w-full`}>
      Continue
    </a>
  );
}

function UndoQuestion({ onUndo }: { onUndo: () => void }) {
  return (
    <AuthCard
      title="Was it not you?"
      icon={<ShieldAlert aria-hidden="true" />}
      subtitle="Somebody who knows your password is changing the email address of your account. This keeps your address, signs out all devices, and lets you choose a new password."
    >
      <Button isFullWidth onClick={onUndo}>
        Keep my address
      </Button>
    </AuthCard>
  );
}

interface LinkFailedProps {
  kind: 'confirm' | 'undo';
  /** Null if the server could not be reached. */
  message: string | null;
  onRetry: (() => void) | null;
}

function LinkFailed({ kind, message, onRetry }: LinkFailedProps) {
  return (
    <AuthCard
      title={kind === 'undo' ? 'Your address was not restored' : 'Your address was not changed'}
      icon={<CloudOff aria-hidden="true" />}
      subtitle={message ?? 'The server could not be reached. Check your connection and try again.'}
    >
      {onRetry ? (
        <Button isFullWidth onClick={onRetry}>
          Retry
        </Button>
      ) : (
        <StartLink />
      )}
    </AuthCard>
  );
}
