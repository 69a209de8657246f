import type { UserId } from '@chat-app/contract';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { asId } from '../../../../test/as-id.ts';
import type { ActiveCall } from '../session/call-events.ts';
import { newCall } from '../session/call-machine.ts';
import type { CallSession } from '../session/call-session.ts';
import { DeviceSettings } from './device-settings.tsx';

const named = [
  { kind: 'videoinput', deviceId: 'built-in', label: 'Built-in camera' },
  { kind: 'videoinput', deviceId: 'webcam', label: 'Webcam' },
  { kind: 'audioinput', deviceId: 'headset', label: 'Headset' },
];

/** A browser that names these devices. */
function showSettings(devices: readonly object[], call: Partial<ActiveCall>) {
  const source = { enumerateDevices: async () => devices, addEventListener: () => {}, removeEventListener: () => {} };
  Object.defineProperty(navigator, 'mediaDevices', { value: source, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'mediaDevices'));
  const session = {
    turnCameraOn: vi.fn<CallSession['turnCameraOn']>(),
    openMicrophone: vi.fn<CallSession['openMicrophone']>(),
  };
  render(
    <DeviceSettings
      session={session as Partial<CallSession> as CallSession}
      call={{ ...newCall(asId<UserId>('me')), ...call }}
      speaker={{ id: '', devices: [], choose: () => {} }}
    />,
  );
  return { session, person: userEvent.setup() };
}

const optionsOf = (select: HTMLElement) =>
  within(select)
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

test('[CALL-424] if the default camera or microphone fails, another one can be chosen', async () => {
  const { session, person } = showSettings(named, {
    camera: { phase: 'off', fault: 'in-use' },
    microphone: { phase: 'missing', fault: 'failed' },
  });
  const camera = await screen.findByRole('combobox', { name: 'Camera' });
  expect(optionsOf(camera)).toEqual(['Off', 'Built-in camera', 'Webcam']);
  await person.selectOptions(camera, 'Webcam');
  expect(session.turnCameraOn).toHaveBeenCalledWith('webcam');

  const microphone = screen.getByRole('combobox', { name: 'Microphone' });
  expect(optionsOf(microphone)).toEqual(['No microphone', 'Headset']);
  await person.selectOptions(microphone, 'Headset');
  expect(session.openMicrophone).toHaveBeenCalledWith('headset');
});

test('[CALL-424] while the browser names no devices, there is nothing to choose', async () => {
  showSettings([{ kind: 'videoinput', deviceId: '', label: '' }], {});
  expect(await screen.findByText('Turn your camera on to choose one.')).toBeDefined();
  expect(screen.queryByRole('combobox')).toBeNull();
});
