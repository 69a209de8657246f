import { useEffect, useState } from 'react';
import type { Microphone } from '../session/call-events.ts';

interface Device {
  readonly id: string;
  readonly label: string;
}

interface Devices {
  readonly microphones: readonly Device[];
  readonly speakers: readonly Device[];
}

const none: Devices = { microphones: [], speakers: [] };

/** The microphones and speakers. Browsers reveal their names only after the page has opened a microphone. */
export function useAudioDevices(microphone: Microphone): Devices {
  const [devices, setDevices] = useState(none);
  const areNamesKnown = microphone.phase === 'open';
  useEffect(() => {
    const source: MediaDevices | undefined = navigator.mediaDevices;
    if (!source || !areNamesKnown) return undefined;
    let isOver = false;
    const read = async () => {
      const found = await source.enumerateDevices().catch(() => []);
      if (!isOver)
        setDevices({ microphones: devicesOf(found, 'audioinput'), speakers: devicesOf(found, 'audiooutput') });
    };
    const handleChange = () => void read();
    handleChange();
    source.addEventListener('devicechange', handleChange);
    return () => {
      isOver = true;
      source.removeEventListener('devicechange', handleChange);
    };
  }, [areNamesKnown]);
  return devices;
}

function devicesOf(found: readonly MediaDeviceInfo[], kind: MediaDeviceKind): Device[] {
  return found
    .filter((device) => device.kind === kind && device.label !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, label }));
}
