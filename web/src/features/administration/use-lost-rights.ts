import { consoleToasts } from '@chat-app/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { signedInUser } from '../../api/session.ts';
import { showToast } from '../../state/toasts.ts';

/** The console closes when its user is no administrator any more; this says why. */
export function useLostRights(): void {
  const client = useQueryClient();
  useEffect(
    () => () => {
      if (signedInUser(client)?.isAdmin === false) showToast(consoleToasts.rightsLost);
    },
    [client],
  );
}
