import { Mic, Volume2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Microphone } from '../session/call-events.ts';
import type { CallSession } from '../session/call-session.ts';
import type { SpeakerChoice } from './use-speaker.ts';
import { useDevices, withCurrent } from './use-devices.ts';
import type { Device } from './use-devices.ts';
import { classNames } from '../../../ui/class-names.ts';

interface DevicePickersProps {
  session: CallSession;
  microphone: Microphone;
  speaker: SpeakerChoice;
}

/** Selects the microphone and, where the browser supports it, the speaker. */
export function DevicePickers({ session, microphone, speaker }: DevicePickersProps) {
  const { microphones } = useDevices(microphone.phase);
  const listed = microphone.phase === 'open' ? withCurrent(microphones, microphone) : microphones;
  const absence = microphone.phase === 'asking' ? 'Waiting for your microphone...' : 'No microphone';
  return (
    <>
      {listed.length > 0 ? (
        <Picker
          label="Microphone"
          icon={<Mic aria-hidden="true" />}
          value={microphone.phase === 'open' ? microphone.deviceId : ''}
          devices={microphone.phase === 'open' ? listed : [{ id: '', label: absence }, ...listed]}
          onChoose={session.openMicrophone}
        />
      ) : (
        <p className="inline-flex min-h-9 items-center gap-2 text-13 text-muted">{absence}</p>
      )}
      {speaker.devices.length > 0 && (
        <Picker
          label="Speaker"
          icon={<Volume2 aria-hidden="true" />}
          value={speaker.id}
          devices={speaker.devices}
          onChoose={speaker.choose}
        />
      )}
    </>
  );
}

interface PickerProps {
  label: string;
  icon: ReactNode;
  value: string;
  devices: readonly Device[];
  onChoose: (id: string) => void;
}

function Picker({ label, icon, value, devices, onChoose }: PickerProps) {
  return (
    <label
      className={classNames(
        'inline-flex min-h-11 min-w-0 items-center gap-2 rounded-control pl-3 call-roomy:min-h-9 [&_svg]:size-4 [&_svg]:shrink-0',
        'bg-raised/70 text-13 text-muted focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent',
      )}
    >
      {icon}
      <span className="sr-only">{label}</span>
      <select
        value={value}
        onChange={(event) => onChoose(event.target.value)}
        className="h-11 max-w-60 min-w-0 truncate rounded-control bg-transparent pr-2 text-text outline-none call-roomy:h-9"
      >
        {devices.map((device) => (
          <option key={device.id} value={device.id} className="bg-raised text-text">
            {device.label}
          </option>
        ))}
      </select>
    </label>
  );
}
