import { findViolations } from './support/accessibility.ts';
import { chatList, messageList } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';

test('[MSG-496] a voice message is shown with its waveform and played', async ({
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  const annsPage = await openAs(ann, `/chat/${chatId}`);
  const bobsPage = await openAs(bob, `/chat/${chatId}`);
  // Recorded by the browser from a tone, because there is no microphone here.
  const status = await annsPage.evaluate(async (chat) => {
    const context = new AudioContext();
    const [tone, sink] = [context.createOscillator(), context.createMediaStreamDestination()];
    tone.connect(sink);
    tone.start();
    const recorder = new MediaRecorder(sink.stream, { mimeType: 'audio/webm;codecs=opus' });
    const pieces: Blob[] = [];
    recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve));
    recorder.start();
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    recorder.stop();
    await stopped;
    const form = new FormData();
    form.set('chatId', chat);
    form.set('kind', 'voice');
    form.set('durationMs', '3000');
    form.set('waveform', Array.from({ length: 48 }, (_, at) => Math.round(15 + 15 * Math.sin(at / 3))).join(','));
    form.set('file', new Blob(pieces, { type: 'audio/webm' }), 'voice.webm');
    const token = /XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? '';
    const answer = await fetch('/api/messages/sendFile', {
      method: 'POST',
      body: form,
      headers: { 'X-XSRF-TOKEN': decodeURIComponent(token) },
    });
    return answer.status;
  }, chatId);
  expect(status).toBe(201);

  const voice = messageList(bobsPage).getByRole('article', { name: 'Ann Lee' });
  await expect(voice.getByText('0:03')).toBeVisible();
  expect(await findViolations(bobsPage)).toEqual([]);
  await voice.getByRole('button', { name: 'Play voice message from Ann Lee' }).click();
  await expect(voice.getByRole('button', { name: 'Pause voice message from Ann Lee' })).toBeVisible();
  // It ends by itself.
  await expect(voice.getByRole('button', { name: 'Play voice message from Ann Lee' })).toBeVisible();
  await expect(voice.getByText('0:03')).toBeVisible();
  await voice.getByRole('slider').press('ArrowRight');
  await expect(voice.getByText('0:01')).toBeVisible();

  await bobsPage.setViewportSize({ width: 390, height: 844 });
  await bobsPage.goto('/');
  await expect(chatList(bobsPage).getByText('Voice message')).toBeVisible();
});
