import type { UserId } from '@chat-app/contract';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { aGroup, bob, cid } from '../../../../test/chats.ts';
import type { CallSession } from '../session/call-session.ts';
import { ReplaceScreen, useScreenQuestion } from './replace-screen.tsx';

const shareScreen = vi.fn<CallSession['shareScreen']>();
const session = { shareScreen } as Partial<CallSession> as CallSession;

function Call({ sharerId }: { sharerId: UserId | null }) {
  const question = useScreenQuestion(sharerId);
  return (
    <>
      <button type="button" onClick={question.ask}>
        Share screen
      </button>
      {question.isOpen && sharerId !== null && (
        <ReplaceScreen chat={aGroup(1)} session={session} sharerId={sharerId} frame={null} onClose={question.close} />
      )}
    </>
  );
}

const question = (name: string) =>
  screen.queryByRole('alertdialog', { name: `${name} is sharing their screen. Share yours instead?` });

test('[CALL-459] the question keeps the focus, and only its answer shares the screen', async () => {
  const person = userEvent.setup();
  render(<Call sharerId={bob._id} />);
  await person.click(screen.getByRole('button', { name: 'Share screen' }));
  for (const name of ['Cancel', 'Share mine', 'Cancel']) {
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name })));
    // oxlint-disable-next-line no-await-in-loop -- one key after the other
    await person.tab();
  }
  expect(shareScreen).not.toHaveBeenCalled();
  await person.click(screen.getByRole('button', { name: 'Share mine' }));
  expect(shareScreen).toHaveBeenCalledOnce();
  expect(question('Bob')).toBeNull();
});

test('[CALL-459] the question goes with the screen that it is about, and does not come back by itself', async () => {
  const { rerender } = render(<Call sharerId={bob._id} />);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Share screen' }));
  expect(question('Bob')).not.toBeNull();
  rerender(<Call sharerId={cid._id} />);
  expect(question('Cid')).toBeNull();
  rerender(<Call sharerId={null} />);
  rerender(<Call sharerId={bob._id} />);
  expect(question('Bob')).toBeNull();
});
