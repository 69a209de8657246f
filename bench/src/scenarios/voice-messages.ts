import type { ChatId } from '@chat-app/contract';
import { chromium, type Locator, type Page } from '@playwright/test';
import { launchOptions, signIn } from '../browser.ts';
import { tapAudioOutput } from '../call-page.ts';
import { round2, summarise } from '../measure.ts';
import { runScenario, sized } from '../scenario.ts';
import { createChat, createUsers } from '../users.ts';
import { decodeVoiceMessage, fakeSpeech, repeatVoiceMessage, watchPlayer } from '../voice-page.ts';
import { findSounds, positionOf } from '../voice-signal.ts';

const recordedSeconds = sized(60, 6);
const rounds = sized(10, 2);
/** How long a sound is heard, and how long a pointer rests on a button before it is pressed, in milliseconds. */
const heardMs = 600;
const hoverMs = 300;
/** The step of the slider, in milliseconds. */
const sliderStepMs = 10;

const playButtons = (page: Page) => page.getByRole('button', { name: /^Play voice message/ });

/** A page that records voice messages and plays them, with its audio output recorded. */
await runScenario('voice-messages', async ({ program, sql }) => {
  // Browsers must use the host name of PUBLIC_URL.
  const url = program.url.replace('127.0.0.1', 'localhost');
  const users = await createUsers(sql, 2);
  const chatId = await createChat(sql, users);
  const [speaker] = users;
  if (!speaker) throw new Error('nobody is there');
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...launchOptions.args, '--autoplay-policy=no-user-gesture-required'],
  });
  try {
    // All messages of a round are visible at once: scrolling would move the pointer over others, which loads them.
    const viewport = { width: 1_440, height: 1_400 };
    const context = await browser.newContext({ bypassCSP: true, baseURL: url, viewport });
    await signIn(context, url, speaker);
    for (const script of [fakeSpeech, watchPlayer, tapAudioOutput]) await context.addInitScript(script);
    const page = await context.newPage();
    await page.goto(`/chat/${chatId}`);
    const { bytes, durationMs, ...decoded } = await recordVoiceMessage(page, chatId);
    const original = toSamples(decoded.samples);

    await page.evaluate(() => window.startRecording?.());
    const seekedMs = Array.from({ length: rounds }, (_, at) => positionMs(durationMs, (at + 0.37) / rounds));
    for (const toMs of seekedMs) await playFrom(page, toMs);
    await page.evaluate(repeatVoiceMessage, { chatId, times: rounds });
    const atOnce = await playEach(page, 0);
    await page.evaluate(repeatVoiceMessage, { chatId, times: rounds });
    const afterHover = await playEach(page, hoverMs);
    const heard = await heardSounds(page);

    const sounds = heard.slice(0, rounds);
    const seekErrors = sounds.map(({ samples }, index) => seekErrorMs(samples, original, seekedMs[index] ?? 0));
    return {
      recording: { seconds: durationMs / 1000, bytes, kilobytesPerMinute: round2((bytes / durationMs) * 60) },
      start: {
        atOnce: startTimes(atOnce, heard.slice(rounds, 2 * rounds)),
        afterHover: startTimes(afterHover, heard.slice(2 * rounds)),
      },
      seek: summarise(seekErrors.map((error) => Math.abs(error))),
    };
  } finally {
    await browser.close();
  }
});

async function recordVoiceMessage(page: Page, chatId: ChatId) {
  await page.getByRole('button', { name: 'Record a voice message' }).click();
  const text = recordedSeconds === 60 ? '1:00' : `0:0${recordedSeconds}`;
  const timer = page.getByRole('group', { name: 'Voice message', exact: true }).getByRole('timer');
  await timer.getByText(text).waitFor({ timeout: recordedSeconds * 2_000 });
  const answer = page.waitForResponse('**/api/messages/sendFile');
  await page.getByRole('button', { name: 'Send voice message' }).click();
  await answer;
  return page.evaluate(decodeVoiceMessage, chatId as string);
}

function positionMs(durationMs: number, share: number): number {
  return Math.round((durationMs * share) / sliderStepMs) * sliderStepMs;
}

async function playFrom(page: Page, ms: number) {
  await page.getByRole('slider').fill(String(ms));
  await playAndPause(page, playButtons(page));
}

interface Playback {
  readonly clickedAtMs: number;
  readonly playingAtMs: number;
}

/** Plays the newest messages, each for the first time. */
async function playEach(page: Page, restMs: number): Promise<Playback[]> {
  const played: Playback[] = [];
  const total = await playButtons(page).count();
  for (let index = total - rounds; index < total; index += 1) {
    const button = playButtons(page).nth(index);
    if (restMs > 0) {
      await button.hover();
      await page.waitForTimeout(restMs);
    }
    played.push(await playAndPause(page, button));
  }
  return played;
}

async function playAndPause(page: Page, button: Locator): Promise<Playback> {
  await button.click();
  await page.waitForFunction(() => (window.playback?.playingAtMs ?? 0) > 0);
  const playback = await page.evaluate(() => ({ ...window.playback }));
  await page.waitForTimeout(heardMs);
  await page.getByRole('button', { name: /^Pause voice message/ }).click();
  await page.waitForTimeout(heardMs);
  const { clickedAtMs = 0, playingAtMs = 0 } = playback;
  return { clickedAtMs, playingAtMs };
}

interface HeardSound {
  readonly startedAtMs: number;
  readonly samples: Int16Array;
}

async function heardSounds(page: Page): Promise<HeardSound[]> {
  const recording = await page.evaluate(() => window.stopRecording?.());
  if (!recording) throw new Error('nothing was recorded');
  const { startedAtMs, sampleRate } = recording;
  const samples = toSamples(recording.samples);
  const starts = findSounds(samples, sampleRate);
  if (starts.length !== 3 * rounds) throw new Error(`${starts.length} sounds were heard, not ${3 * rounds}`);
  return starts.map((start) => ({
    startedAtMs: startedAtMs + (start / sampleRate) * 1000,
    samples: samples.subarray(start),
  }));
}

/** From the click to the browser's event, and to the first sample at the output. */
function startTimes(playbacks: readonly Playback[], heard: readonly HeardSound[]) {
  return {
    playing: summarise(playbacks.map(({ clickedAtMs, playingAtMs }) => playingAtMs - clickedAtMs)),
    heard: summarise(playbacks.map(({ clickedAtMs }, index) => (heard[index]?.startedAtMs ?? NaN) - clickedAtMs)),
  };
}

/** How far what is heard is from what was asked for. */
function seekErrorMs(heard: Int16Array, original: Int16Array, askedMs: number): number {
  const position = positionOf({ heard, original, sampleRate: 48_000, near: askedMs / 1000 });
  if (position === null) throw new Error(`what was heard is not near ${askedMs} ms`);
  return position * 1000 - askedMs;
}

function toSamples(text: string): Int16Array {
  return new Int16Array(new Uint8Array(Buffer.from(text, 'base64')).buffer);
}
