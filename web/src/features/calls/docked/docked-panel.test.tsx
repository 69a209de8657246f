import { camerasFullText } from '@chat-app/contract';
import type { UserId } from '@chat-app/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { Link, MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { asId } from '../../../../test/as-id.ts';
import { chatAnswers } from '../../../../test/answers.ts';
import { aChat, idOf } from '../../../../test/chats.ts';
import { me, startStandInServer } from '../../../../test/stand-in-server.ts';
import { useDockedCall } from '../../../state/docked-call.ts';
import { newCall } from '../session/call-machine.ts';
import type { CallSession } from '../session/call-session.ts';
import { newView } from '../session/call-session.ts';
import { CallPanel } from '../ui/call-panel.tsx';
import { CallStrip } from './call-strip.tsx';
import { DockedPanel } from './docked-panel.tsx';
import { useDockedSession } from './docked-session.ts';
import { SmallCall } from './small-call.tsx';

const isLarge = () => useDockedCall.getState().isLarge;

afterEach(() => {
  useDockedSession.setState({ session: null });
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

function Statistics() {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) return <button onClick={() => setOpen(true)}>Open statistics</button>;
  return (
    <CallPanel title="Statistics" onClose={() => setOpen(false)}>
      Measuring...
    </CallPanel>
  );
}

function showPanel({ isAlwaysLarge = false } = {}) {
  render(
    <MemoryRouter>
      <DockedPanel name="Bob" isAlwaysLarge={isAlwaysLarge} onMoveToWindow={() => {}}>
        <Statistics />
      </DockedPanel>
      <Link to="/chat/1">Another chat</Link>
      <Link to="/">This chat</Link>
    </MemoryRouter>,
  );
  return userEvent.setup();
}

test('[CALL-487] Escape closes what is open in a large call before it makes the call small, but no preview', async () => {
  useDockedCall.setState({ isLarge: true });
  const person = showPanel();
  await person.click(screen.getByRole('button', { name: 'Open statistics' }));
  await person.keyboard('{Escape}');
  expect([screen.queryByRole('region', { name: 'Statistics' }), isLarge()]).toEqual([null, true]);
  await person.keyboard('{Escape}');
  expect(isLarge()).toBe(false);
  cleanup();
  useDockedCall.setState({ isLarge: true });
  await showPanel({ isAlwaysLarge: true }).keyboard('{Escape}{Escape}');
  expect(isLarge()).toBe(true);
});

test('[CALL-487] a large call has the focus until it is small, also by choosing a chat', async () => {
  const person = showPanel();
  const thisChat = screen.getByRole('link', { name: 'This chat' });
  thisChat.focus();
  act(() => useDockedCall.setState({ isLarge: true }));
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Call: Bob' }));
  await person.keyboard('{Escape}');
  expect(document.activeElement).toBe(thisChat);
  for (const name of ['Another chat', 'This chat']) {
    act(() => useDockedCall.setState({ isLarge: true }));
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await person.click(screen.getByRole('link', { name }));
    expect([name, isLarge()]).toEqual([name, false]);
  }
});

test('[CALL-458] [CALL-482] the strip says why a seventh camera cannot be turned on', async () => {
  startStandInServer(chatAnswers(1));
  const cameraIds = Array.from({ length: 6 }, (_, index) => asId<UserId>(`other ${index}`));
  const full = { ...newView(me.id), call: { ...newCall(me.id), cameraIds } };
  const turnCameraOn = vi.fn<CallSession['turnCameraOn']>();
  const session: Partial<CallSession> = { getView: () => full, subscribe: () => () => true, turnCameraOn };
  useDockedCall.setState({ call: { chatId: idOf(1), isVideo: false, leaveCallIn: null } });
  useDockedSession.setState({ session: session as CallSession });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <CallStrip />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const button = await screen.findByRole('button', { name: 'Turn camera on', description: camerasFullText });
  button.focus();
  expect(document.activeElement).toBe(button);
  await userEvent.setup().click(button);
  expect(turnCameraOn).not.toHaveBeenCalled();
});

test('[CALL-455] a small docked call says that the screen is shared, and stops it', async () => {
  Object.defineProperty(navigator, 'mediaDevices', { value: { getDisplayMedia: () => {} }, configurable: true });
  const stopSharing = vi.fn<CallSession['stopSharing']>();
  const session = { stopSharing } as Partial<CallSession> as CallSession;
  const call = { ...newCall(me.id), screen: { phase: 'on', hasSound: false } } as const;
  render(<SmallCall chat={aChat(1)} session={session} view={{ ...newView(me.id), isPoor: true }} call={call} />);
  expect(screen.getByText('You are sharing your screen')).toBeDefined();
  expect(screen.getByText('Your connection is poor')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Stop sharing' }));
  expect(stopSharing).toHaveBeenCalledOnce();
});
