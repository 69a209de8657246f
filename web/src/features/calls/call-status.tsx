import { useNow } from '../../lib/use-now.ts';
import type { Live } from './call-events.ts';
import { clockText } from './call-clock.ts';

interface CallStatusProps {
  call: Live;
  /** What is said while nobody else is there. */
  waiting: string;
}

/** Where the call stands: waiting, reconnecting, or for how long it has lasted. */
export function CallStatus({ call, waiting }: CallStatusProps) {
  const text = statusText(call, waiting);
  return (
    <p className="min-h-6 text-15 text-muted">
      {/* Who sees has the clock for it. */}
      <output>{text ?? <span className="sr-only">Connected</span>}</output>
      {text === null && call.sinceMs !== null && <CallTimer sinceMs={call.sinceMs} />}
    </p>
  );
}

function statusText({ phase }: Live, waiting: string): string | null {
  if (phase === 'joining') return 'Connecting...';
  if (phase === 'cut-off') return 'Reconnecting...';
  if (phase === 'outside') return 'You are not in the call';
  return phase === 'alone' ? waiting : null;
}

function CallTimer({ sinceMs }: { sinceMs: number }) {
  const nowMs = useNow(1_000);
  return (
    <span role="timer" aria-label="Call time" className="tabular-nums">
      {clockText(nowMs - sinceMs)}
    </span>
  );
}
