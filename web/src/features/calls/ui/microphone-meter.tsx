import { useRef } from 'react';
import type { CallSession } from '../session/call-session.ts';
import { useMicrophoneLevel } from './use-microphone-level.ts';

/** A level meter that rises behind the icon. */
export function MicrophoneMeter({ session }: { session: CallSession }) {
  const bar = useRef<HTMLSpanElement>(null);
  useMicrophoneLevel(session, (share) => {
    if (bar.current) bar.current.style.scale = `1 ${share.toFixed(2)}`;
  });
  return <span ref={bar} aria-hidden="true" className="absolute inset-0 origin-bottom scale-y-0 bg-online/40" />;
}
