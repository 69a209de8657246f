import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Splash } from '../ui/full-page.tsx';
import { UnreachableScreen } from './unreachable-screen.tsx';

interface OfflineGateProps {
  isRetrying: boolean;
  onRetry: () => void;
}

/** While the server is unreachable, shows the data that was seen last. */
export function OfflineGate({ isRetrying, onRetry }: OfflineGateProps) {
  const isLooking = useOfflineCopy();
  return isLooking ? <Splash label="Loading" /> : <UnreachableScreen isRetrying={isRetrying} onRetry={onRetry} />;
}

/** The session in the offline copy unmounts this screen once the copy is restored. */
function useOfflineCopy(): boolean {
  const client = useQueryClient();
  const [isLooking, setLooking] = useState(true);
  useEffect(() => {
    let isGone = false;
    void import('../api/offline-copy.ts')
      .then(({ restoreOfflineCopy }) => restoreOfflineCopy(client))
      .catch(() => false)
      .then((isFound) => isFound || isGone || setLooking(false));
    return () => {
      isGone = true;
    };
  }, [client]);
  return isLooking;
}
