import { lazy, Suspense } from 'react';
import { useRinging } from '../../../state/ringing.ts';

// Loaded lazily, because most of the time nobody calls.
const IncomingCallDialog = lazy(async () => ({
  default: (await import('./incoming-call-dialog.tsx')).IncomingCallDialog,
}));

/** Shows one incoming call at a time, the oldest first. */
export function IncomingCalls() {
  const call = useRinging(({ calls }) => calls[0]);
  return <Suspense>{call && <IncomingCallDialog key={call.chatId} {...call} />}</Suspense>;
}
