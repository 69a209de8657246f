import { useNow } from '../../../lib/timing-hooks.ts';
import type { ActiveCall } from '../session/call-events.ts';
import { formatDuration } from './call-duration.ts';

interface CallStatusProps {
  call: ActiveCall;
  /** The text while there is no other participant. */
  waiting: string;
  className?: string;
}

/** The status of the call: waiting, reconnecting, or its duration. */
export function CallStatus({ call, waiting, className = 'min-h-6 text-15 text-muted' }: CallStatusProps) {
  const text = statusText(call, waiting);
  return (
    <p className={className}>
      {/* Sighted users see the timer instead. */}
      <output>{text ?? <span className="sr-only">Connected</span>}</output>
      {text === null && call.sinceMs !== null && <CallTimer sinceMs={call.sinceMs} />}
    </p>
  );
}

function statusText({ phase }: ActiveCall, waiting: string): string | null {
  if (phase === 'joining') return 'Connecting...';
  if (phase === 'reconnecting') return 'Reconnecting...';
  if (phase === 'awaiting-rejoin') return 'You are not in the call';
  return phase === 'alone' ? waiting : null;
}

function CallTimer({ sinceMs }: { sinceMs: number }) {
  const nowMs = useNow(1_000);
  return (
    <span role="timer" aria-label="Call time" className="tabular-nums">
      {formatDuration(nowMs - sinceMs)}
    </span>
  );
}
