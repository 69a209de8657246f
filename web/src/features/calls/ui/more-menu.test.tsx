import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { MoreMenu } from './more-menu.tsx';
import type { PanelName } from './more-menu.tsx';

function openMenu() {
  const onPanel = vi.fn<(panel: PanelName) => void>();
  const on = { onLayout: () => {}, onBlur: () => {}, onPictureInPicture: () => {}, onFullScreen: () => {} };
  render(<MoreMenu camera={{ phase: 'off' }} layout={null} hasLargeVideo={false} onPanel={onPanel} {...on} />);
  return { onPanel, person: userEvent.setup(), trigger: screen.getByRole('button', { name: 'More' }) };
}

const isClosed = () => waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
/** The menu returns the focus in the task after it has closed. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

test('[CALL-24] after a click in the menu, Space talks instead of opening the menu again', async () => {
  const { onPanel, person, trigger } = openMenu();
  await person.click(trigger);
  await person.click(screen.getByRole('menuitem', { name: 'Statistics' }));
  await isClosed();
  await nextTask();
  expect(onPanel).toHaveBeenCalledWith('statistics');
  expect(document.activeElement).not.toBe(trigger);
});

test('[CALL-24] after a choice by keyboard, the button of the menu has the focus', async () => {
  const { onPanel, person, trigger } = openMenu();
  trigger.focus();
  await person.keyboard('{Enter}');
  screen.getByRole('menuitem', { name: 'Statistics' }).focus();
  await person.keyboard('{Enter}');
  await isClosed();
  await nextTask();
  expect(onPanel).toHaveBeenCalledWith('statistics');
  expect(document.activeElement).toBe(trigger);
});
