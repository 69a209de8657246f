import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { chatAnswers } from '../../../../../test/answers.ts';
import { idOf } from '../../../../../test/chats.ts';
import { openApp } from '../../../../../test/open-app.tsx';

const start = 'POST /api/calls/video/start';
const end = 'POST /api/calls/voice/end';

/** The preview, before a server that has not answered yet. */
function openPreview() {
  let answer = () => {};
  const close = vi.fn<() => void>();
  vi.stubGlobal('close', close);
  const { server, person } = openApp(`/voice-call/${idOf(1)}?video`, {
    ...chatAnswers(1),
    [start]: () => new Promise((resolve) => (answer = () => resolve({ body: {} }))),
    [end]: { body: {} },
  });
  return { server, person, close, answer: () => answer() };
}

test('[CALL-456] a call that is cancelled while it is being started ends, and only then the window', async () => {
  const { server, person, close, answer } = openPreview();
  await person.click(await screen.findByRole('button', { name: 'Start call' }));
  await waitFor(() => expect(server.asked).toContain(start));
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(close).not.toHaveBeenCalled();
  answer();
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(server.bodyOf(end)).toEqual({ chatId: idOf(1) });
});

test('[CALL-456] a call that was not started is not ended', async () => {
  const { server, person, close } = openPreview();
  await person.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(close).toHaveBeenCalled();
  expect(server.asked).not.toContain(end);
});
