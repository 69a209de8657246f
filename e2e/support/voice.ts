import type { BrowserContext, Page } from '@playwright/test';
import { messageList } from './chat.ts';
import { expect } from './fixtures.ts';
import { silentOgg } from './ogg.ts';
import { toneHertz } from './tone.ts';

export const recordButton = (page: Page) => page.getByRole('button', { name: 'Record a voice message' });
export const recorder = (page: Page) => page.getByRole('group', { name: 'Voice message', exact: true });
export const sendVoiceButton = (page: Page) => page.getByRole('button', { name: 'Send voice message' });
export const pauseRecording = (page: Page) => page.getByRole('button', { name: 'Pause and listen' });
export const ownVoice = (page: Page) => messageList(page).getByRole('button', { name: 'Play voice message from you' });
export const playFrom = (page: Page, name: string) =>
  messageList(page).getByRole('button', { name: `Play voice message from ${name}` });

/** Waits until at least this much is recorded. */
export async function expectRecorded(page: Page, seconds: number): Promise<void> {
  const recorded = async () => {
    const [minutes, rest] = ((await recorder(page).getByRole('timer').textContent()) ?? '').split(':').map(Number);
    return (minutes ?? 0) * 60 + (rest ?? 0);
  };
  await expect.poll(recorded, 'seconds that the recorder shows').toBeGreaterThanOrEqual(seconds);
}

/** Presses the button and holds it until it records. Returns where it is held. */
export async function holdToRecord(page: Page): Promise<{ x: number; y: number }> {
  // Waits until the button has stopped moving, as it does after the window was resized or a recording ended.
  await recordButton(page).hover();
  const box = await recordButton(page).boundingBox();
  if (!box) throw new Error('the button is not visible');
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.down();
  await expect(recorder(page).getByRole('timer')).toBeVisible();
  return at;
}

/** Records with the recording locked. */
export async function recordLocked(page: Page): Promise<void> {
  await recordButton(page).click();
  await expectRecorded(page, 1);
}

interface DecodedSound {
  readonly seconds: number;
  /** How much of the sound is the tone of the fake microphone, from 0 to 1. */
  readonly toneShare: number;
}

/** Decodes the newest voice message of the chat in the page, independently of our player. */
export async function decodeNewest(page: Page, chatId: string): Promise<DecodedSound> {
  return page.evaluate(
    async ({ chat, hertz }) => {
      const answer = await fetch(`/api/messages/media/${chat}?kind=voice&limit=1`);
      const { data } = (await answer.json()) as { data: { url: string }[] };
      const bytes = await (await fetch(data[0]?.url ?? '')).arrayBuffer();
      const sound = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(bytes);
      const samples = sound.getChannelData(0);
      let [cosine, sine, energy] = [0, 0, 0];
      const seconds = sound.duration;
      // Blocks, because the phase of the tone jumps where the recording of the microphone repeats.
      const block = 4_800;
      let inTone = 0;
      for (let from = 0; from + block <= samples.length; from += block) {
        [cosine, sine] = [0, 0];
        for (let index = from; index < from + block; index += 1) {
          const sample = samples[index] ?? 0;
          const angle = (2 * Math.PI * hertz * index) / 48_000;
          cosine += sample * Math.cos(angle);
          sine += sample * Math.sin(angle);
          energy += sample * sample;
        }
        inTone += (2 * (cosine * cosine + sine * sine)) / block;
      }
      return { seconds, toneShare: energy === 0 ? 0 : inTone / energy };
    },
    { chat: chatId, hertz: toneHertz },
  );
}

/** Sends a silent voice message in the session of a browser, as another client would. */
export const postVoice = (sender: BrowserContext, chatId: string, seconds: number) =>
  postSound(sender, chatId, { sound: silentOgg(seconds), mimeType: 'audio/ogg', durationMs: seconds * 1000 });

/** A sound of about a second as it comes from the browser's own recorder, whose files lack their length. */
export async function recordWithoutLength(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const context = new AudioContext();
    const [tone, sink] = [context.createOscillator(), context.createMediaStreamDestination()];
    tone.connect(sink);
    const mediaRecorder = new MediaRecorder(sink.stream, { mimeType: 'audio/webm;codecs=opus' });
    const recorded = new Promise<Blob>((resolve) => {
      mediaRecorder.addEventListener('dataavailable', ({ data }) => resolve(data));
    });
    const ended = new Promise((resolve) => tone.addEventListener('ended', resolve));
    mediaRecorder.start();
    tone.start();
    tone.stop(context.currentTime + 1);
    await ended;
    mediaRecorder.stop();
    const bytes = new Uint8Array(await (await recorded).arrayBuffer());
    await context.close();
    return btoa(String.fromCharCode(...bytes));
  });
  return Buffer.from(base64, 'base64');
}

interface Sound {
  readonly sound: Buffer;
  readonly mimeType: string;
  readonly durationMs: number;
}

export async function postSound(sender: BrowserContext, chatId: string, sent: Sound): Promise<void> {
  const { sound, mimeType, durationMs } = sent;
  const token = (await sender.cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  const waveform = Array.from({ length: 48 }, (_, at) => Math.round(15 + 15 * Math.sin(at / 3))).join(',');
  const answer = await sender.request.post('/api/messages/sendFile', {
    multipart: {
      chatId,
      kind: 'voice',
      durationMs,
      waveform,
      file: { name: 'voice', mimeType, buffer: sound },
    },
    headers: { 'X-XSRF-TOKEN': decodeURIComponent(token) },
  });
  expect(answer.status(), await answer.text()).toBe(201);
}
