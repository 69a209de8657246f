import type { Microphone } from '../session/call-events.ts';
import type { CallSession } from '../session/call-session.ts';
import { useDevices } from './use-devices.ts';
import type { Device } from './use-devices.ts';

export interface SpeakerChoice {
  readonly id: string;
  /** Empty where the browser offers no choice. */
  readonly devices: readonly Device[];
  choose: (id: string) => void;
}

/** The speaker in use, and the others. */
export function useSpeaker(
  { canChooseSpeaker, chooseSpeaker }: Pick<CallSession, 'chooseSpeaker' | 'canChooseSpeaker'>,
  chosenId: string,
  phase: Microphone['phase'],
): SpeakerChoice {
  const { speakers } = useDevices(phase);
  const devices = canChooseSpeaker ? speakers : [];
  return {
    id: devices.some(({ id }) => id === chosenId) ? chosenId : (devices[0]?.id ?? ''),
    devices,
    choose: (id) => void chooseSpeaker(id).catch(() => {}),
  };
}
