import { useEffect, useRef } from 'react';
import type { CallSession } from './call-session.ts';

/** Rises behind the icon with how loud one is. */
export function MicrophoneMeter({ session }: { session: CallSession }) {
  const bar = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let frame = requestAnimationFrame(function draw() {
      // Loudness is heard as its logarithm: -50 dB is nothing, -10 dB is full.
      const share = (20 * Math.log10(session.microphoneLevel() + 1e-6) + 50) / 40;
      if (bar.current) bar.current.style.scale = `1 ${Math.min(1, Math.max(0, share)).toFixed(2)}`;
      frame = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(frame);
  }, [session]);
  return <span ref={bar} aria-hidden="true" className="absolute inset-0 origin-bottom scale-y-0 bg-online/40" />;
}
