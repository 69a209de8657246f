import { type Message, uploadPath } from '@chat-app/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { newestCall } from '../../../../test/answers.ts';
import { aMessage, idOf } from '../../../../test/chats.ts';
import { type Answers, openInfo } from '../../../../test/screens.ts';
import { chatServer } from '../../../../test/stand-in-chat-server.ts';
import { refusal } from '../../../../test/stand-in-server.ts';

const media = (kind: string, more = '') => `GET /api/messages/media/${idOf(1)}?kind=${kind}${more}`;
const page = (messages: readonly Message[], haveMore = false) => ({ body: { data: messages, haveMore } });
const anImage = (seq: number) => aMessage(1, seq, { type: 'image', content: uploadPath(`image-${seq}.png`) });

async function openMedia(answers: Answers) {
  const opened = await openInfo(undefined, answers);
  await opened.person.click(opened.panel.getByRole('button', { name: 'Shared media' }));
  return opened;
}
const imageNames = () => screen.queryAllByRole('button', { name: /^Image from Bob/ }).length;
const dialogImage = () => within(screen.getByRole('dialog')).getByRole('img').getAttribute('src');

test('[SRC-30] tabs list the images, files, links and voice messages, chosen with the arrow keys', async () => {
  const { person, panel } = await openMedia({
    [media('image')]: page([anImage(9)]),
    [media('file')]: page([
      aMessage(1, 8, { type: 'file', content: 'plan.pdf', size: 2_097_152, url: uploadPath('plan') }),
    ]),
    [media('link')]: page([aMessage(1, 7, { content: 'https://www.example.org/a and ||https://example.com||' })]),
    [media('voice')]: page([
      aMessage(1, 6, { type: 'voice', durationMs: 7000, waveform: [1, 2], url: uploadPath('voice') }),
    ]),
  });
  expect(document.activeElement).toBe(panel.getByRole('button', { name: 'Back to chat info' }));
  expect(await panel.findByRole('button', { name: /^Image from Bob, Mar 1, / })).toBeDefined();
  await person.click(panel.getByRole('tab', { name: 'Images' }));
  await person.keyboard('{ArrowRight}');
  const file = await panel.findByRole('link', { name: /plan\.pdf 2\.00 MB · Bob · Mar 1/ });
  expect(file.getAttribute('download')).toBe('plan.pdf');
  await person.keyboard('{ArrowRight}');
  const link = await panel.findByRole('link', { name: /example\.org/ });
  expect(link.getAttribute('href')).toBe('https://www.example.org/a');
  expect(panel.queryByText(/example\.com/)).toBeNull();
  await person.keyboard('{ArrowRight}');
  expect(await panel.findByRole('button', { name: 'Play voice message from Bob' })).toBeDefined();
  await person.click(panel.getByRole('button', { name: 'Back to chat info' }));
  expect(document.activeElement).toBe(panel.getByRole('button', { name: 'Shared media' }));
});

test('[SRC-30] a tab says that there is nothing or that loading failed, and tries again, also to show more', async () => {
  const { person, panel, server } = await openMedia({
    [media('file')]: refusal(403, 'forbidden', 'No'),
    [media('image')]: page([anImage(9), anImage(8)], true),
    [media('image', '&before=8')]: refusal(403, 'forbidden', 'No'),
  });
  const retry = () => person.click(panel.getByRole('button', { name: 'Retry' }));
  await person.click(await panel.findByRole('button', { name: 'Show more' }));
  expect(await panel.findByText('More images could not be loaded.')).toBeDefined();
  server.answer(media('image', '&before=8'), page([anImage(3)]));
  await retry();
  await waitFor(() => expect(imageNames()).toBe(3));
  expect(panel.queryByRole('button', { name: 'Show more' })).toBeNull();

  await person.click(panel.getByRole('tab', { name: 'Files' }));
  expect(await panel.findByText('Files could not be loaded.')).toBeDefined();
  server.answer(media('file'), page([]));
  await retry();
  expect(await panel.findByText('No files yet')).toBeDefined();
});

test('[SRC-31] [SRC-32] the lightbox steps through all images, also those not loaded yet, and returns the focus', async () => {
  const { person, panel } = await openMedia({
    [media('image')]: page([anImage(9), anImage(8)], true),
    [media('image', '&before=8')]: page([anImage(3)]),
  });
  const [newest] = await panel.findAllByRole('button', { name: /^Image from Bob/ });
  await person.click(newest as HTMLElement);
  await waitFor(() => expect(dialogImage()).toBe(uploadPath('image-9.png')));
  expect(screen.getByRole('button', { name: 'Previous image' }).getAttribute('aria-disabled')).toBe('true');
  await person.keyboard('{ArrowLeft}{ArrowRight}');
  expect(dialogImage()).toBe(uploadPath('image-8.png'));
  await person.click(screen.getByRole('button', { name: 'Next image' }));
  await waitFor(() => expect(dialogImage()).toBe(uploadPath('image-3.png')));
  await person.keyboard('{ArrowRight}{ArrowLeft}{ArrowLeft}{ArrowRight}{ArrowRight}');
  expect(dialogImage()).toBe(uploadPath('image-3.png'));
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(panel.getAllByRole('button', { name: /^Image from Bob/ })[2]);

  // It closes when its image is deleted.
  await person.click(newest as HTMLElement);
  await screen.findByRole('dialog');
  await chatServer.emit('deleteMessage', anImage(9)._id, idOf(1), 12);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('[SRC-32] new messages appear in the open tab, deleted and edited ones disappear', async () => {
  const { person, panel } = await openMedia({
    [newestCall(1)]: page([anImage(9)]),
    [media('image')]: page([anImage(9)]),
    [media('link')]: page([]),
  });
  await waitFor(() => expect(imageNames()).toBe(1));
  await chatServer.emit('newMessage', anImage(10));
  await waitFor(() => expect(imageNames()).toBe(2));
  await chatServer.emit('newMessage', aMessage(1, 11));
  await chatServer.emit('deleteMessage', anImage(9)._id, idOf(1), 12);
  await waitFor(() => expect(imageNames()).toBe(1));

  await person.click(panel.getByRole('tab', { name: 'Links' }));
  await panel.findByText('No links yet');
  await chatServer.emit('newMessage', aMessage(1, 12, { content: 'https://example.org/news', rev: 13 }));
  expect(await panel.findByRole('link', { name: /example\.org\/news/ })).toBeDefined();
  await chatServer.emit(
    'editMessage',
    aMessage(1, 12, { content: 'no more', rev: 14, editedAt: '2026-03-01T13:00:00Z' }),
  );
  expect(await panel.findByText('No links yet')).toBeDefined();
});
