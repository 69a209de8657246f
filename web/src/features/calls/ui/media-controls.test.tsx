import { camerasFullText } from '@chat-app/contract';
import type { UserId } from '@chat-app/contract';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { asId } from '../../../../test/as-id.ts';
import type { ActiveCall } from '../session/call-events.ts';
import { newCall } from '../session/call-machine.ts';
import type { CallSession } from '../session/call-session.ts';
import { CameraControl, ScreenControl } from './media-controls.tsx';

function showControls(fields: Partial<ActiveCall>) {
  Object.defineProperty(navigator, 'mediaDevices', { value: { getDisplayMedia: () => {} }, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'mediaDevices'));
  const turnCameraOn = vi.fn<CallSession['turnCameraOn']>();
  const session = { turnCameraOn } as Partial<CallSession> as CallSession;
  const call = { ...newCall(asId<UserId>('me')), ...fields };
  render(
    <>
      <CameraControl {...{ session, call }} />
      <ScreenControl {...{ session, call }} onReplace={() => {}} />
    </>,
  );
  return turnCameraOn;
}

test.each([
  ['a sixth camera can be turned on', 5, null, 1],
  ['a seventh one is refused with the reason', 6, camerasFullText, 0],
])('[CALL-458] %s', async (_what, othersCount, reason, callCount) => {
  const turnCameraOn = showControls({
    cameraIds: Array.from({ length: othersCount }, (_, index) => asId<UserId>(`other ${index}`)),
  });
  const button = screen.getByRole('button', { name: 'Turn camera on' });
  const describedBy = button.getAttribute('aria-describedby');
  expect(describedBy && document.querySelector(`[id="${describedBy}"]`)?.textContent).toBe(reason);
  expect(button.getAttribute('aria-disabled') === 'true').toBe(reason !== null);
  await userEvent.setup().click(button);
  expect(turnCameraOn).toHaveBeenCalledTimes(callCount);
});

test('a control whose label says what it does is no toggle button to screen readers', () => {
  const camera = { phase: 'on', label: 'Webcam', deviceId: 'webcam', canBlur: false, isBlurred: false } as const;
  showControls({ camera, screen: { phase: 'on', hasSound: false } });
  for (const name of ['Turn camera off', 'Stop sharing']) {
    expect(screen.getByRole('button', { name }).hasAttribute('aria-pressed')).toBe(false);
  }
});
