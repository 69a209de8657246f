import type { AuthenticationResponse } from '@chat-app/contract';
import { useEffect, useEffectEvent } from 'react';
import { requestPasskey, usePasskeyLogin, useRequestPasskey } from '../../api/passkey-login.ts';
import { canSuggestPasskeys, cancelPasskeyChoice } from '../../browser/passkeys.ts';

interface PasskeyLoginProps {
  /** How often the button was pressed. */
  clicks: number;
  getIsRemember: () => boolean;
}

/** Signs in with a passkey: when the button is pressed, or when one is chosen in the suggestions for the email field. */
export function PasskeyLogin({ clicks, getIsRemember }: PasskeyLoginProps): null {
  const login = usePasskeyLogin();
  const request = useRequestPasskey();
  const signIn = (passkey: AuthenticationResponse | null) => {
    if (passkey) login.mutate({ passkey, isRemember: getIsRemember() });
  };
  const ask = useEffectEvent(() => request.mutate(undefined, { onSuccess: signIn }));
  useEffect(() => {
    if (clicks > 0) ask();
  }, [clicks]);
  usePasskeySuggestions(request.isPending || login.isPending, signIn);
  return null;
}

/** Below the ten minutes that a challenge is valid. */
const renewAfterMs = 9 * 60_000;

/** Browsers suggest passkeys beside stored passwords. One request at a time: the button takes over from it. */
function usePasskeySuggestions(isPaused: boolean, onChosen: (passkey: AuthenticationResponse | null) => void): void {
  const choose = useEffectEvent(onChosen);
  useEffect(() => {
    if (isPaused) return () => {};
    const stopped = new AbortController();
    const offer = async () => {
      if (!(await canSuggestPasskeys()) || stopped.signal.aborted) return;
      // Without them, there is still the button.
      const passkey = await requestPasskey(stopped.signal).catch(() => null);
      if (!stopped.signal.aborted) choose(passkey);
    };
    void offer();
    const renewal = setInterval(() => void offer(), renewAfterMs);
    return () => {
      stopped.abort();
      clearInterval(renewal);
      cancelPasskeyChoice();
    };
  }, [isPaused]);
}
