import { CloudOff } from 'lucide-react';
import { useLasting } from '../../lib/timing-hooks.ts';
import { useOnline } from '../../browser/page.ts';
import { shortInterruptionMs, useConnection } from '../../state/connection.ts';
import { Spinner } from '../../ui/spinner.tsx';

export function ReconnectingBanner() {
  const phase = useConnection((state) => state.phase);
  const tryNow = useConnection((state) => state.tryNow);
  const isShown = useLasting(phase === 'away', shortInterruptionMs);
  const isOnline = useOnline();
  return (
    <output className="block shrink-0">
      {isShown && (
        <span
          data-banner=""
          className="flex min-h-10 animate-fade-in items-center justify-center gap-2.5 border-b border-line bg-accent-soft px-4 text-13 font-medium"
        >
          {isOnline ? <Spinner className="size-3.5 text-accent" /> : <CloudOff aria-hidden="true" className="size-4" />}
          {isOnline ? 'Reconnecting...' : 'You are offline. What you write is sent later.'}
          {isOnline && (
            <button
              type="button"
              onClick={tryNow}
              className="inline-flex min-h-10 items-center rounded-control px-2 font-semibold text-accent hover:underline focus-visible:-outline-offset-4"
            >
              Try now
            </button>
          )}
        </span>
      )}
    </output>
  );
}
