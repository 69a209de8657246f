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

test.each(['click', 'keyboard'])(
  '[CALL-24] after a choice by %s, only a keyboard leaves the focus on the button',
  async (how) => {
    const { onPanel, person, trigger } = openMenu();
    trigger.focus();
    await (how === 'click' ? person.click(trigger) : person.keyboard('{Enter}'));
    const item = screen.getByRole('menuitem', { name: 'Statistics' });
    item.focus();
    await (how === 'click' ? person.click(item) : person.keyboard('{Enter}'));
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    // The menu returns the focus in the task after it has closed.
    await new Promise((resolve) => setTimeout(resolve));
    expect(onPanel).toHaveBeenCalledWith('statistics');
    // Otherwise Space, which talks, would open the menu again.
    expect(document.activeElement === trigger).toBe(how === 'keyboard');
  },
);
