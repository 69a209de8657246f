import { useEffect, useEffectEvent } from 'react';
import type { CallState } from '../../session/call-events.ts';

/**
 * Reports once the call has opened its own camera and microphone. The preview keeps them until then: browsers could ask
 * again, and the light of the camera would go out for a moment.
 */
export function useHandOver(call: CallState, onOpened: () => void): void {
  const report = useEffectEvent(onOpened);
  const isOpened = call.phase === 'ended' || (call.microphone.phase !== 'asking' && call.camera.phase !== 'starting');
  useEffect(() => {
    if (isOpened) report();
  }, [isOpened]);
}
