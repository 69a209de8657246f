import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { Link, MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { useDockedCall } from '../../../state/docked-call.ts';
import { CallPanel } from '../ui/call-panel.tsx';
import { DockedPanel } from './docked-panel.tsx';

const isLarge = () => useDockedCall.getState().isLarge;

function showPanel({ isAlwaysLarge = false } = {}) {
  function Content() {
    const [isOpen, setOpen] = useState(false);
    if (!isOpen) {
      return (
        <button type="button" onClick={() => setOpen(true)}>
          Open statistics
        </button>
      );
    }
    return (
      <CallPanel title="Statistics" onClose={() => setOpen(false)}>
        <p>Measuring...</p>
      </CallPanel>
    );
  }
  render(
    <MemoryRouter>
      <DockedPanel name="Bob" isAlwaysLarge={isAlwaysLarge} onMoveToWindow={() => {}}>
        <Content />
      </DockedPanel>
      <Link to="/chat/1">Another chat</Link>
      <Link to="/">This chat</Link>
    </MemoryRouter>,
  );
  return userEvent.setup();
}

test('[CALL-487] Escape closes what is open in a large call before it makes the call small', async () => {
  useDockedCall.setState({ isLarge: true });
  const person = showPanel();
  await person.click(screen.getByRole('button', { name: 'Open statistics' }));
  await person.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: 'Statistics' })).toBeNull();
  expect(isLarge()).toBe(true);
  await person.keyboard('{Escape}');
  expect(isLarge()).toBe(false);
});

test('[CALL-487] Escape leaves a preview as it is', async () => {
  useDockedCall.setState({ isLarge: true });
  const person = showPanel({ isAlwaysLarge: true });
  await person.keyboard('{Escape}{Escape}');
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
