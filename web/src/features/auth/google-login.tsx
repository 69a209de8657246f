import { authToasts } from '@chat-app/contract';
import { useEffect } from 'react';
import { useGoogleLogin } from '../../api/google-login.ts';
import { ticketOf } from '../../api/login.ts';
import { showToast } from '../../state/toasts.ts';
import { GoogleFace } from './google-face.tsx';
import { loadGoogle, requestGoogleToken } from './google-identity.ts';

interface GoogleLoginProps {
  clientId: string;
  getIsRemember: () => boolean;
  onTicket: (ticket: string) => void;
}

export function GoogleLogin({ clientId, getIsRemember, onTicket }: GoogleLoginProps) {
  const googleLogin = useGoogleLogin();
  // Before the click, because browsers allow a popup only directly from a click. A failure is reported after the click.
  useEffect(() => void loadGoogle().catch(() => {}), []);

  const handleClick = async () => {
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
    <GoogleFace isDisabled={googleLogin.isPending} isBusy={googleLogin.isPending} onClick={() => void handleClick()} />
  );
}
