import { inputTexts } from '@chat-app/contract';
import { lazy, Suspense } from 'react';
import { useServerConfig } from '../../api/server-config.ts';
import { GoogleFace } from './google-face.tsx';

const GoogleLogin = lazy(async () => ({ default: (await import('./google-login.tsx')).GoogleLogin }));

interface GoogleButtonProps {
  getIsRemember: () => boolean;
  /** The account has a second step. */
  onTicket: (ticket: string) => void;
}

const couldNotLoad = 'Google sign-in could not be loaded. Press to try again.';

/** What is behind the button is loaded where the server offers it. */
export function GoogleButton(props: GoogleButtonProps) {
  const { data: config, isError, isFetching, refetch } = useServerConfig();
  const clientId = config?.googleClientId ?? null;
  if (clientId !== null) {
    return (
      <Suspense fallback={<GoogleFace isDisabled />}>
        <GoogleLogin clientId={clientId} {...props} />
      </Suspense>
    );
  }
  if (config) return <GoogleFace isDisabled reason={inputTexts.googleNotConfigured} />;
  const hasFailed = isError && !isFetching;
  return <GoogleFace isDisabled={!hasFailed} reason={hasFailed ? couldNotLoad : null} onClick={() => void refetch()} />;
}
