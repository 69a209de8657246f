import { useEffect } from 'react';
import { reloadCallSettings, useCallSettings } from '../../../state/call-settings.ts';
import type { CallSession } from '../session/call-session.ts';

/** Applies the call settings of this device to a call, also when another window changes them meanwhile. */
export function useAppliedCallSettings(session: CallSession | null): void {
  const { hasPushToTalk, suppressesNoise } = useCallSettings();
  useEffect(() => {
    window.addEventListener('storage', reloadCallSettings);
    return () => window.removeEventListener('storage', reloadCallSettings);
  }, []);
  useEffect(() => {
    const call = session?.getView().call;
    if (hasPushToTalk && call?.phase !== 'ended' && call?.talk === 'open') session?.dispatch({ type: 'mute-toggled' });
  }, [session, hasPushToTalk]);
  useEffect(() => session?.setNoiseSuppression(suppressesNoise), [session, suppressesNoise]);
}
