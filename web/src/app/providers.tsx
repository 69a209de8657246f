import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { endLostSession } from '../api/session.ts';
import { describeGenerated } from '../lib/describe-generated.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { hideOverlay, showOverlay } from '../state/overlay.ts';
import { followTheme } from '../state/theme.ts';
import { showToast } from '../state/toasts.ts';
import { GeneratedPictures } from '../ui/avatar.tsx';

interface ProvidersProps {
  children: ReactNode;
}

export function Providers({ children }: ProvidersProps) {
  const [client] = useState(() =>
    createQueryClient({ showToast, showOverlay, hideOverlay, onSessionLost: endLostSession }),
  );
  useEffect(followTheme, []);
  return (
    <QueryClientProvider client={client}>
      <GeneratedPictures value={describeGenerated}>{children}</GeneratedPictures>
    </QueryClientProvider>
  );
}
