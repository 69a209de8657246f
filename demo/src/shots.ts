import { startVoiceCall } from '@chat-app/contract';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Visits } from './visits.ts';

const desk = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 };
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

/** The main screen in both themes. */
export async function takeChatPictures({ open: openAs, chatId, picture }: Visits): Promise<void> {
  const light = await openAs('mara', `/chat/${chatId('Paper Lanterns')}`, { ...desk, colorScheme: 'light' });
  await light.getByText('See you at seven!').last().waitFor();
  await picture(light, 'light');
  await light.context().close();

  const dark = await openAs('mara', `/chat/${chatId('Class 7b')}`, { ...desk, colorScheme: 'dark' });
  await dark.getByText('twelve again').last().waitFor();
  await picture(dark, 'dark');
  await dark.context().close();
}

/** The list and a chat on a phone. */
export async function takePhonePictures({ open: openAs, chatId, picture }: Visits): Promise<void> {
  const list = await openAs('mara', '/', { ...phone, colorScheme: 'light' });
  await list.getByText('Harbour 2.4').first().waitFor();
  await picture(list, 'phone-list');
  await list.context().close();

  const chat = await openAs('mara', `/chat/${chatId('Lindholms')}`, { ...phone, colorScheme: 'light' });
  await chat.getByText('Bring a big vase').last().waitFor();
  await picture(chat, 'phone-chat');
  await chat.context().close();
}

/** Three people in a call; the browser's own microphone beeps for those who are not muted. */
export async function takeCallPicture({ open: openAs, chatId, callerOf, picture }: Visits): Promise<void> {
  const id = chatId('Paper Lanterns');
  const window = { viewport: { width: 960, height: 640 }, deviceScaleFactor: 1.5 };
  const noa = await callerOf('noa');
  await noa.call(startVoiceCall, { chatId: id });
  const path = `/voice-call-group/${id}`;
  const pages = [];
  for (const key of ['noa', 'tomas', 'mara'] as const) pages.push(await openAs(key, path, window));
  const [, tomas, mara] = pages;
  await tomas?.getByRole('button', { name: 'Mute microphone' }).click();
  // One of them has stopped talking, and how far away they are has been measured.
  await mara
    ?.getByText(/^Direct · /)
    .nth(1)
    .waitFor();
  await mara?.waitForTimeout(4_000);
  if (mara) await picture(mara, 'call');
  for (const page of pages) {
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.context().close();
  }
}

/** A large file on its way from one browser to the other. */
export async function takeTransferPicture({ open: openAs, chatId, picture }: Visits): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'chat-app-demo-'));
  try {
    const file = join(folder, 'low-tide-final-mix.wav');
    const empty = await open(file, 'w');
    await empty.truncate(384 * 1024 * 1024);
    await empty.close();

    const path = `/chat/${chatId('Tomás Ibarra')}`;
    const page = await openAs('mara', path, { ...desk, colorScheme: 'light' });
    const sender = await openAs('tomas', path, desk);
    await sender.getByRole('button', { name: 'Send file directly' }).click();
    await sender.getByLabel('Files to send directly').setInputFiles(file);
    await sender.getByRole('button', { name: 'Send request' }).click();
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByText(/^[3-7]\d%$/).waitFor({ timeout: 120_000 });
    await picture(page, 'transfer');
    await sender.context().close();
    await page.context().close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
