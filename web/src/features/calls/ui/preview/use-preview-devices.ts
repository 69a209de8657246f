import { useEffect, useState } from 'react';
import { openPreviewDevices } from './preview-devices.ts';
import type { PreviewDevices } from './preview-devices.ts';

/** Opens the camera and the microphone until `isOver`: the call has opened them for itself. */
export function usePreviewDevices({ isOver }: { isOver: boolean }): PreviewDevices | null {
  const [devices, setDevices] = useState<PreviewDevices | null>(null);
  useEffect(() => {
    if (isOver) return undefined;
    const opened = openPreviewDevices();
    // oxlint-disable-next-line react/set-state-in-effect -- the devices are external resources that open when the component is mounted
    setDevices(opened);
    opened.turnCameraOn(null);
    opened.openMicrophone(null);
    return opened.close;
  }, [isOver]);
  return devices;
}
