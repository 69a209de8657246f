import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { UserId } from '@chat-app/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { asId } from '../../../../test/as-id.ts';
import { aChat } from '../../../../test/chats.ts';
import { newCall } from '../session/call-machine.ts';
import type { CallSession } from '../session/call-session.ts';
import { newView } from '../session/call-session.ts';
import { SmallCall } from './small-call.tsx';

afterEach(() => Reflect.deleteProperty(navigator, 'mediaDevices'));

test('[CALL-455] a small docked call says that the screen is shared, and stops it', async () => {
  Object.defineProperty(navigator, 'mediaDevices', { value: { getDisplayMedia: () => {} }, configurable: true });
  const stopSharing = vi.fn<CallSession['stopSharing']>();
  const myId = asId<UserId>('me');
  render(
    <SmallCall
      chat={aChat(1)}
      session={{ stopSharing } as Partial<CallSession> as CallSession}
      view={{ ...newView(myId), isPoor: true }}
      call={{ ...newCall(myId), screen: { phase: 'on', hasSound: false } }}
    />,
  );
  expect(screen.getByText('You are sharing your screen')).toBeDefined();
  expect(screen.getByText('Your connection is poor')).toBeDefined();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Stop sharing' }));
  expect(stopSharing).toHaveBeenCalledOnce();
});
