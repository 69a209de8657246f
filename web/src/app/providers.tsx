import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { endLostSession } from '../api/session.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { hideOverlay, showOverlay } from '../state/overlay.ts';
import { followTheme } from '../state/theme.ts';
import { showToast } from '../state/toasts.ts';

interface ProvidersProps {
  children: ReactNode;
}

export function Providers({ children }: ProvidersProps) {
  const [client] = useState(() =>
    createQueryClient({ showToast, showOverlay, hideOverlay, onSessionLost: endLostSession }),
  );
  useEffect(followTheme, []);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
