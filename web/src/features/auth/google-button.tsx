import { answerTexts, authToasts } from '@chat-app/contract';
import { useEffect, useId } from 'react';
import { useGoogleLogin } from '../../api/auth.ts';
import { useServerConfig } from '../../api/server-config.ts';
import { askGoogleForToken, loadGoogle } from '../../lib/google-identity.ts';
import { showToast } from '../../state/toasts.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { GoogleMark } from './google-mark.tsx';

interface GoogleButtonProps {
  getIsRemember: () => boolean;
}

export function GoogleButton({ getIsRemember }: GoogleButtonProps) {
  const { data: config } = useServerConfig();
  const clientId = config?.googleClientId ?? null;
  const reasonId = useId();
  const googleLogin = useGoogleLogin();
  useGoogleScript(clientId);

  const handleClick = async () => {
    if (clientId === null) return;
    const answer = await askGoogleForToken(clientId);
    if (answer.outcome === 'failed') showToast(authToasts.googleFailed);
    if (answer.outcome !== 'token') return;
    googleLogin.mutate({ access_token: answer.accessToken, isRemember: getIsRemember() });
  };

  return (
    <div className="flex flex-col gap-1.5">
      <button
        type="button"
        disabled={clientId === null || googleLogin.isPending}
        aria-describedby={reasonId}
        onClick={() => void handleClick()}
        className="inline-flex min-h-11 w-full items-center justify-center gap-2.5 rounded-control border border-google-line bg-google-fill px-3 text-14 font-medium text-google-text transition-shadow enabled:hover:shadow-card disabled:cursor-not-allowed disabled:opacity-60 roomy:min-h-10"
      >
        {googleLogin.isPending ? <Spinner className="size-4.5" /> : <GoogleMark />}
        Login with Google
      </button>
      <p id={reasonId} className="text-center text-13 text-muted">
        {config && clientId === null && answerTexts.googleNotConfigured}
      </p>
    </div>
  );
}

/** The script must be there before the click: a browser opens the window only straight from a click. */
function useGoogleScript(clientId: string | null): void {
  useEffect(() => {
    // A failure shows when the button is pressed; until then nobody asked for Google.
    if (clientId) loadGoogle().catch(() => {});
  }, [clientId]);
}
