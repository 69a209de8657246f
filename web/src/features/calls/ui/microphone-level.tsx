import { useRef } from 'react';
import type { CallSession } from '../session/call-session.ts';
import { useMicrophoneLevel } from './use-microphone-level.ts';

interface MicrophoneLevelProps {
  session: Pick<CallSession, 'microphoneLevel'>;
  isOn: boolean;
}

/** A bar whose length shows the microphone level. */
export function MicrophoneLevel({ session, isOn }: MicrophoneLevelProps) {
  const bar = useRef<HTMLSpanElement>(null);
  useMicrophoneLevel(session, (share) => {
    if (bar.current) bar.current.style.scale = `${isOn ? share.toFixed(2) : 0} 1`;
  });
  return (
    <span aria-hidden="true" className="h-1.5 w-32 overflow-hidden rounded-full bg-line">
      <span ref={bar} className="block h-full origin-left scale-x-0 rounded-full bg-online" />
    </span>
  );
}
