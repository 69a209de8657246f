import { lazy, Suspense } from 'react';
import { useRinging } from '../../state/ringing.ts';

// Most of the time nobody calls.
const IncomingCallDialog = lazy(async () => ({
  default: (await import('./incoming-call-dialog.tsx')).IncomingCallDialog,
}));

/** Asks about one call at a time, the longest waiting first. */
export function IncomingCalls() {
  const chatId = useRinging(({ chatIds }) => chatIds[0]);
  return <Suspense>{chatId && <IncomingCallDialog key={chatId} chatId={chatId} />}</Suspense>;
}
