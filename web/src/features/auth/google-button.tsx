import { inputTexts, authToasts } from '@chat-app/contract';
import { useEffect, useId } from 'react';
import { ticketOf, useGoogleLogin } from '../../api/auth.ts';
import { useServerConfig } from '../../api/server-config.ts';
import { requestGoogleToken, loadGoogle } from './google-identity.ts';
import { showToast } from '../../state/toasts.ts';
import { classNames } from '../../ui/class-names.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { GoogleLogo } from './google-logo.tsx';

interface GoogleButtonProps {
  getIsRemember: () => boolean;
  /** The account has a second step. */
  onTicket: (ticket: string) => void;
}

const couldNotLoad = 'Google sign-in could not be loaded. Press to try again.';

export function GoogleButton({ getIsRemember, onTicket }: GoogleButtonProps) {
  const { data: config, isError, isFetching, refetch } = useServerConfig();
  const clientId = config?.googleClientId ?? null;
  const reasonId = useId();
  const googleLogin = useGoogleLogin();
  useGoogleScript(clientId);
  const hasFailed = isError && !isFetching;
  const isNotSetUp = config !== undefined && clientId === null;
  const reason = (isNotSetUp && inputTexts.googleNotConfigured) || (hasFailed && couldNotLoad) || null;

  const handleClick = async () => {
    if (hasFailed) await refetch();
    if (clientId === null) return;
    const answer = await requestGoogleToken(clientId);
    if (answer.outcome === 'failed') showToast(authToasts.googleFailed);
    if (answer.outcome !== 'token') return;
    const input = { access_token: answer.accessToken, isRemember: getIsRemember() };
    googleLogin.mutate(input, {
      onError: (error) => {
        const ticket = ticketOf(error);
        if (ticket !== null) onTicket(ticket);
      },
    });
  };

  return (
    <div className="flex flex-col gap-1.5">
      <button
        type="button"
        disabled={(clientId === null && !hasFailed) || googleLogin.isPending}
        aria-describedby={reason === null ? undefined : reasonId}
        onClick={() => void handleClick()}
        className={classNames(
          'inline-flex min-h-11 w-full items-center justify-center gap-2.5 rounded-control px-3 text-14 font-medium roomy:min-h-10',
          'border border-google-line bg-google-fill text-google-text transition-shadow',
          'enabled:hover:shadow-card disabled:cursor-not-allowed disabled:opacity-60',
        )}
      >
        {googleLogin.isPending ? <Spinner className="size-4.5" /> : <GoogleLogo />}
        Login with Google
      </button>
      {/* Reserves one line, so that the card does not move when the configuration arrives. */}
      <div className="min-h-5 text-center text-13 text-muted">{reason !== null && <p id={reasonId}>{reason}</p>}</div>
    </div>
  );
}

/** Loads the script before the click, because browsers allow a popup only directly from a click. */
function useGoogleScript(clientId: string | null): void {
  useEffect(() => {
    // A failure is reported when the button is pressed.
    if (clientId) loadGoogle().catch(() => {});
  }, [clientId]);
}
