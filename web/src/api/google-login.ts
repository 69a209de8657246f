import { authToasts, googleLogin } from '@chat-app/contract';
import type { InputOf } from '@chat-app/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { inviteOfVisitor } from '../state/pending-invite.ts';
import { unlessAsked, welcomeBack } from './login.ts';
import { setSignedIn } from './session.ts';

// A separate file, because few servers offer it.
export function useGoogleLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof googleLogin>) => callEndpoint(googleLogin, { ...input, ...invited() }),
    onSuccess: ({ user }) => setSignedIn(client, user),
    meta: { overlay: 'Logging in', toast: { success: welcomeBack, failure: unlessAsked(authToasts.googleFailed) } },
  });
}

/** The invitation that led to a new account. */
function invited(): { invite?: string } {
  const invite = inviteOfVisitor();
  return invite === null ? {} : { invite };
}
