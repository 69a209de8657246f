import { useEffect, useEffectEvent } from 'react';
import type { CallSession } from '../session/call-session.ts';

/** Calls `onLevel` on every animation frame: 0 is silence, 1 is loud. */
export function useMicrophoneLevel(
  session: Pick<CallSession, 'microphoneLevel'>,
  onLevel: (share: number) => void,
): void {
  const show = useEffectEvent(onLevel);
  useEffect(() => {
    let frame = requestAnimationFrame(function draw() {
      // Perceived loudness is logarithmic: -50 dB maps to 0, -10 dB to 1.
      const share = (20 * Math.log10(session.microphoneLevel() + 1e-6) + 50) / 40;
      show(Math.min(1, Math.max(0, share)));
      frame = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(frame);
  }, [session]);
}
