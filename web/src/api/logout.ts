import { authToasts, logout } from '@chat-app/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { saveAllDraftsNow } from '../state/draft-sync.ts';
import { setSignedOut } from './session.ts';

export function useLogout({ onLoggedOut }: { onLoggedOut: () => void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callEndpoint(logout, {}),
    onMutate: saveAllDraftsNow,
    onSuccess: async () => {
      await setSignedOut(client);
      onLoggedOut();
    },
    meta: { overlay: 'Logging out', toast: { success: authToasts.logoutDone, failure: authToasts.logoutFailed } },
  });
}
