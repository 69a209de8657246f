import { AppWindow, PanelTop } from 'lucide-react';
import { setCallSetting, useCallSettings } from '../../state/call-settings.ts';
import { Button } from '../../ui/button.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Switch } from '../../ui/switch.tsx';

const places = [
  { value: 'window', label: 'A window of their own', icon: <AppWindow aria-hidden="true" /> },
  { value: 'page', label: 'This page', icon: <PanelTop aria-hidden="true" /> },
] as const;

/** The call settings of this browser. Like the theme, they apply immediately. */
export function CallSettings({ onTestCall }: { onTestCall: () => void }) {
  const { opensInPage, hasPushToTalk, suppressesNoise } = useCallSettings();
  return (
    <div className="flex flex-col gap-3 px-5 py-5 roomy:px-6">
      <SegmentedControl
        label="Calls open in"
        options={places}
        value={opensInPage ? 'page' : 'window'}
        onChange={(place) => setCallSetting('opensInPage', place === 'page')}
      />
      <div className="pointer-coarse:hidden">
        <Switch
          label="Push to talk"
          hint="You are heard only while you hold Space"
          isOn={hasPushToTalk}
          onChange={(isOn) => setCallSetting('hasPushToTalk', isOn)}
        />
      </div>
      <Switch
        label="Noise suppression"
        hint="Removes keyboards, fans and traffic from your microphone"
        isOn={suppressesNoise}
        onChange={(isOn) => setCallSetting('suppressesNoise', isOn)}
      />
      <Button variant="secondary" isFullWidth onClick={onTestCall}>
        Test your microphone and camera
      </Button>
    </div>
  );
}
