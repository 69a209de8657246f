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
export function useDevices(microphone: Microphone): Devices {
  const [devices, setDevices] = useState(none);
  const isTold = microphone.phase === 'open';
  useEffect(() => {
    const source: MediaDevices | undefined = navigator.mediaDevices;
    if (!source || !isTold) return undefined;
    let isOver = false;
    const read = async () => {
      const found = await source.enumerateDevices().catch(() => []);
      if (!isOver) setDevices({ microphones: named(found, 'audioinput'), speakers: named(found, 'audiooutput') });
    };
    const handleChange = () => void read();
    handleChange();
    source.addEventListener('devicechange', handleChange);
    return () => {
      isOver = true;
      source.removeEventListener('devicechange', handleChange);
    };
  }, [isTold]);
  return devices;
}

function named(found: readonly MediaDeviceInfo[], kind: MediaDeviceKind): Device[] {
  return found
    .filter((device) => device.kind === kind && device.label !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, label }));
}
