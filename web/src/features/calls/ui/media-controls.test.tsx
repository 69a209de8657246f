import { camerasFullText } from '@chat-app/contract';
import type { UserId } from '@chat-app/contract';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { asId } from '../../../../test/as-id.ts';
import { newCall } from '../session/call-machine.ts';
import type { CallSession } from '../session/call-session.ts';
import { CameraControl } from './media-controls.tsx';

/** A call in which so many others show their cameras. */
function showControl(othersCount: number) {
  const turnCameraOn = vi.fn<CallSession['turnCameraOn']>();
  const cameraIds = Array.from({ length: othersCount }, (_, index) => asId<UserId>(`other ${index}`));
  render(
    <CameraControl
      session={{ turnCameraOn } as Partial<CallSession> as CallSession}
      call={{ ...newCall(asId<UserId>('me')), cameraIds }}
    />,
  );
  return { turnCameraOn, button: screen.getByRole('button', { name: 'Turn camera on' }), person: userEvent.setup() };
}

test('[CALL-458] a seventh camera is refused with the reason', async () => {
  const { turnCameraOn, button, person } = showControl(6);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText(camerasFullText).id).toBe(button.getAttribute('aria-describedby'));
  await person.click(button);
  expect(turnCameraOn).not.toHaveBeenCalled();
});

test('[CALL-458] a sixth camera can be turned on', async () => {
  const { turnCameraOn, button, person } = showControl(5);
  expect(button.getAttribute('aria-describedby')).toBeNull();
  await person.click(button);
  expect(turnCameraOn).toHaveBeenCalledOnce();
});
