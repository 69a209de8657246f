import { useEffect, useState } from 'react';

export interface Device {
  readonly id: string;
  readonly label: string;
}

interface Devices {
  readonly cameras: readonly Device[];
  readonly microphones: readonly Device[];
  readonly speakers: readonly Device[];
}

const none: Devices = { cameras: [], microphones: [], speakers: [] };

/**
 * The devices whose names the browser reveals: as a rule after the page has been allowed to open one of their kind, even
 * if that one could not be opened. So the list is read again in every new phase of the camera and the microphone.
 */
export function useDevices(...phases: readonly string[]): Devices {
  const phase = phases.join(' ');
  const [devices, setDevices] = useState(none);
  useEffect(() => {
    const source: MediaDevices | undefined = navigator.mediaDevices;
    if (!source) return undefined;
    let isOver = false;
    const read = async () => {
      const found = await source.enumerateDevices().catch(() => []);
      if (isOver) return;
      setDevices({
        cameras: devicesOf(found, 'videoinput'),
        microphones: devicesOf(found, 'audioinput'),
        speakers: devicesOf(found, 'audiooutput'),
      });
    };
    const handleChange = () => void read();
    handleChange();
    source.addEventListener('devicechange', handleChange);
    return () => {
      isOver = true;
      source.removeEventListener('devicechange', handleChange);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- after a permission there are more names, without an event
  }, [phase]);
  return devices;
}

function devicesOf(found: readonly MediaDeviceInfo[], kind: MediaDeviceKind): Device[] {
  return found
    .filter((device) => device.kind === kind && device.label !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, label }));
}

/** Lists the device in use even if the browser does not reveal the others. */
export function withCurrent(
  devices: readonly Device[],
  { deviceId, label }: { deviceId: string; label: string },
): readonly Device[] {
  return devices.some(({ id }) => id === deviceId) ? devices : [{ id: deviceId, label }, ...devices];
}
