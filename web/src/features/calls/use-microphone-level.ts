import { useEffect, useEffectEvent } from 'react';
import type { CallSession } from './call-session.ts';

/** Calls `onLevel` with every frame: 0 is silence, 1 is loud. */
export function useMicrophoneLevel(session: CallSession, onLevel: (share: number) => void): void {
  const show = useEffectEvent(onLevel);
  useEffect(() => {
    let frame = requestAnimationFrame(function draw() {
      // Loudness is heard as its logarithm: -50 dB is nothing, -10 dB is full.
      const share = (20 * Math.log10(session.microphoneLevel() + 1e-6) + 50) / 40;
      show(Math.min(1, Math.max(0, share)));
      frame = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(frame);
  }, [session]);
}
