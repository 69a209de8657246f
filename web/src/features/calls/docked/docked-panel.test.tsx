import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { Link, MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { useDockedCall } from '../../../state/docked-call.ts';
import { CallPanel } from '../ui/call-panel.tsx';
import { DockedPanel } from './docked-panel.tsx';

const panel = () => screen.getByRole('region', { name: 'Call: Bob' });
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

test('[CALL-487] a call that becomes large takes the focus from what it covers', () => {
  showPanel();
  act(() => useDockedCall.setState({ isLarge: true }));
  expect(document.activeElement).toBe(panel());
});

test.each(['Another chat', 'This chat'])('[CALL-487] choosing %s makes a large call small', async (name) => {
  useDockedCall.setState({ isLarge: true });
  const person = showPanel();
  await person.click(screen.getByRole('link', { name }));
  expect(isLarge()).toBe(false);
});

test('[CALL-487] a call that becomes small again returns the focus', async () => {
  const person = showPanel();
  screen.getByRole('link', { name: 'This chat' }).focus();
  act(() => useDockedCall.setState({ isLarge: true }));
  await person.keyboard('{Escape}');
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'This chat' }));
});
