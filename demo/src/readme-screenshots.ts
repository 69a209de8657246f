import { startVoiceCall } from '@chat-app/contract';
import type { DemoBrowser } from './demo-browser.ts';

const desk = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 };
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

/** Takes the screenshots of the README. */
export async function takeReadmeScreenshots(demo: DemoBrowser): Promise<void> {
  for (const take of [takeChatScreenshots, takePhoneScreenshots, takeCallScreenshots, takeTransferScreenshots]) {
    await take(demo);
    await demo.closeWindows();
  }
}

/** The main screen in both themes. */
async function takeChatScreenshots({ open, chatId, screenshot }: DemoBrowser): Promise<void> {
  const light = await open('mara', `/chat/${chatId('Paper Lanterns')}`, { ...desk, colorScheme: 'light' });
  await light.getByText('See you at seven!').last().waitFor();
  await screenshot(light, 'light');

  const dark = await open('mara', `/chat/${chatId('Class 7b')}`, { ...desk, colorScheme: 'dark' });
  await dark.getByText('twelve again').last().waitFor();
  await screenshot(dark, 'dark');
}

/** The chat list and a chat on a phone. */
async function takePhoneScreenshots({ open, chatId, screenshot }: DemoBrowser): Promise<void> {
  const list = await open('mara', '/', { ...phone, colorScheme: 'light' });
  await list.getByText('Harbour 2.4').first().waitFor();
  await screenshot(list, 'phone-list');

  const chat = await open('mara', `/chat/${chatId('Lindholms')}`, { ...phone, colorScheme: 'light' });
  await chat.getByText('Bring a big vase').last().waitFor();
  await screenshot(chat, 'phone-chat');
}

/** Three people in a call. The fake microphone of the browser beeps for those who are not muted. */
async function takeCallScreenshots({ open, chatId, clientOf, screenshot }: DemoBrowser): Promise<void> {
  const id = chatId('Paper Lanterns');
  const window = { viewport: { width: 960, height: 640 }, deviceScaleFactor: 1.5 };
  const noa = await clientOf('noa');
  await noa.call(startVoiceCall, { chatId: id });
  const path = `/voice-call-group/${id}`;
  const pages = [];
  for (const key of ['noa', 'tomas', 'mara'] as const) pages.push(await open(key, path, window));
  const [, tomas, mara] = pages;
  await tomas?.getByRole('button', { name: 'Mute microphone' }).click();
  // Wait until the muted person has stopped talking and the latency has been measured.
  await mara
    ?.getByText(/^Direct · /)
    .nth(1)
    .waitFor();
  await mara?.waitForTimeout(4_000);
  if (mara) await screenshot(mara, 'call');
  for (const page of pages) await page.getByRole('button', { name: 'Hang up' }).click();
}

/** A running transfer of a large file between two browsers. */
async function takeTransferScreenshots({ open, chatId, largeFile, screenshot }: DemoBrowser): Promise<void> {
  const path = `/chat/${chatId('Tomás Ibarra')}`;
  const page = await open('mara', path, { ...desk, colorScheme: 'light' });
  const sender = await open('tomas', path, desk);
  await sender.getByRole('button', { name: 'Send a file', exact: true }).click();
  await sender.getByRole('menuitem', { name: 'Send directly' }).click();
  await sender.getByLabel('Files to send directly').setInputFiles(largeFile);
  await sender.getByRole('button', { name: 'Send request' }).click();
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByText(/^[3-7]\d%$/).waitFor({ timeout: 120_000 });
  await screenshot(page, 'transfer');
}
