import { useEffect, useState, useSyncExternalStore } from 'react';
import type { RefObject } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { usePreviewDevices } from '../ui/preview/use-preview-devices.ts';
import type { PreviewDevices } from '../ui/preview/preview-devices.ts';
import { startTestCall } from './test-call.ts';
import type { TestCall } from './test-call.ts';
import { TestControls } from './test-controls.tsx';
import { TestDevices } from './test-devices.tsx';
import { TestPicture } from './test-picture.tsx';

interface TestCallDialogProps {
  isOpen: boolean;
  onClose: () => void;
  returnFocusTo: RefObject<HTMLElement | null>;
}

/** A call to oneself. */
export function TestCallDialog(props: TestCallDialogProps) {
  return (
    <Dialog
      title="Test your microphone and camera"
      description="Your picture and five seconds of your microphone, as others would get them"
      {...props}
    >
      {/* The devices are released at once, not after the animation. */}
      {props.isOpen && <OpenTest />}
    </Dialog>
  );
}

function OpenTest() {
  const devices = usePreviewDevices({ isOver: false });
  const test = useTestCall(devices);
  return devices && test ? <RunningTest devices={devices} test={test} /> : null;
}

function useTestCall(devices: PreviewDevices | null): TestCall | null {
  const [test, setTest] = useState<TestCall | null>(null);
  useEffect(() => {
    if (!devices) return undefined;
    const started = startTestCall(devices);
    // oxlint-disable-next-line react/set-state-in-effect -- the test is an external resource that starts when the component is mounted
    setTest(started);
    return started.close;
  }, [devices]);
  return test;
}

function RunningTest({ devices, test }: { devices: PreviewDevices; test: TestCall }) {
  const view = useSyncExternalStore(devices.subscribe, devices.getView);
  const testView = useSyncExternalStore(test.subscribe, test.getView);
  return (
    <div className="flex min-h-0 flex-col gap-4 overflow-y-auto px-5 pt-3 pb-5 roomy:px-6">
      <TestPicture camera={view.camera} picture={testView.picture} />
      <TestDevices devices={devices} view={view} />
      <TestControls hasMicrophone={view.microphone.phase === 'open'} test={test} phase={testView.test} />
    </div>
  );
}
