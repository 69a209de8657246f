import { callTexts } from '@chat-app/contract';
import { PhoneOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { FullPage } from '../../../ui/full-page.tsx';
import type { EndReason } from '../session/call-events.ts';
import { whyEnded } from './why-ended.ts';

/** The window closes itself only after the user hung up. Otherwise the user may want to read the reason. */
const closeAfterMs = 3_000;

export function EndCall() {
  const { state } = useLocation() as { state: { reason?: EndReason } | null };
  const reason = state?.reason ?? null;
  useEffect(() => {
    if (reason?.by !== 'us') return undefined;
    const timer = setTimeout(() => window.close(), closeAfterMs);
    return () => clearTimeout(timer);
  }, [reason]);
  const why = whyEnded(reason);
  const heading = useRef<HTMLHeadingElement>(null);
  // The focused hang-up button is gone. Focus the heading so that screen readers announce the end.
  useEffect(() => heading.current?.focus(), []);
  return (
    <FullPage>
      <span className="flex size-16 items-center justify-center rounded-full bg-danger-soft text-danger">
        <PhoneOff aria-hidden="true" className="size-7" />
      </span>
      <h1 ref={heading} tabIndex={-1} className="max-w-xs text-20 font-semibold outline-none">
        {callTexts.ended}
      </h1>
      {why && <p className="text-muted">{why}</p>}
      <Button variant="secondary" onClick={() => window.close()} className="mt-2">
        Close window
      </Button>
    </FullPage>
  );
}
