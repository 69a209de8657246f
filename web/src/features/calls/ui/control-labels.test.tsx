import type { UserId } from '@chat-app/contract';
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { asId } from '../../../../test/as-id.ts';
import { newCall } from '../session/call-machine.ts';
import type { CallSession } from '../session/call-session.ts';
import { CameraControl, ScreenControl } from './media-controls.tsx';

const camera = { phase: 'on', label: 'Webcam', deviceId: 'webcam', canBlur: false, isBlurred: false } as const;

test('a control whose label says what it does is no toggle button to screen readers', () => {
  vi.stubGlobal('navigator', { mediaDevices: { getDisplayMedia: () => {} } });
  const parts = {
    session: {} as CallSession,
    call: { ...newCall(asId<UserId>('me')), camera, screen: { phase: 'on', hasSound: false } as const },
  };
  render(
    <>
      <CameraControl {...parts} />
      <ScreenControl {...parts} onReplace={() => {}} />
    </>,
  );
  for (const name of ['Turn camera off', 'Stop sharing']) {
    expect(screen.getByRole('button', { name }).hasAttribute('aria-pressed')).toBe(false);
  }
});
