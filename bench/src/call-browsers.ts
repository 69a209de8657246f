import type { ChatId } from '@chat-app/contract';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import type { Somebody } from './crowd.ts';
import { launchOptions, signIn } from './browser.ts';
import { breakDirectWays, placeEar, placeMicrophone } from './call-page.ts';
import { findPulses, judgeTone } from './call-signal.ts';
import { round2, summarise } from './measure.ts';

const toneHertz = 500;
const pulseHertz = 1_500;

interface Calling {
  readonly url: string;
  readonly chatId: ChatId;
  readonly people: readonly [Somebody, Somebody];
  readonly start: () => Promise<void>;
  readonly hasDirectWays: boolean;
}

/** Two browsers in a call; the first has a known microphone signal, the second's audio output is recorded. */
export async function measureCall(
  calling: Calling,
  { toneSeconds, pulseSeconds }: { toneSeconds: number; pulseSeconds: number },
) {
  const steady = await listen(calling, { seconds: toneSeconds, pulses: null });
  const pulsed = await listen(calling, { seconds: pulseSeconds, pulses: pulseHertz });
  return { way: steady.way, ...judgeTone(steady.sound, toneHertz), mouthToEar: delays(pulsed) };
}

interface Heard {
  readonly way: string;
  readonly startedAtMs: number;
  readonly sound: { readonly samples: Int16Array; readonly sampleRate: number };
  readonly pulsesAtMs: readonly number[];
}

async function listen(
  calling: Calling,
  { seconds, pulses }: { seconds: number; pulses: number | null },
): Promise<Heard> {
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...launchOptions.args, '--use-fake-ui-for-media-stream', '--autoplay-policy=no-user-gesture-required'],
  });
  try {
    const [mouth, ear] = calling.people;
    const contexts = await Promise.all(
      [mouth, ear].map((person) =>
        openContext(browser.newContext({ bypassCSP: true, baseURL: calling.url }), calling, person),
      ),
    );
    for (const context of contexts)
      await context.addInitScript(placeMicrophone, { hertz: toneHertz, pulseHertz: pulses });
    const [from, to] = (await Promise.all(contexts.map((context) => context.newPage()))) as [Page, Page];
    await to.goto('/');
    await to.getByRole('button', { name: 'Logout' }).waitFor();
    await calling.start();
    await to.goto(`/voice-call/${calling.chatId}`);
    await from.goto(`/voice-call/${calling.chatId}`);
    const badge = to.getByText(calling.hasDirectWays ? /^Direct ·/ : 'Via server');
    await badge.waitFor();
    await to.waitForTimeout(2_000);
    await to.evaluate(() => window.startRecording?.());
    await to.waitForTimeout(seconds * 1000);
    const recording = await to.evaluate(() => window.stopRecording?.());
    if (!recording) throw new Error('nothing was recorded');
    const bytes = Buffer.from(recording.samples, 'base64');
    const way = (await badge.textContent()) ?? '';
    const pulsesAtMs = await from.evaluate(() => window.pulsesAtMs ?? []);
    await from.getByRole('button', { name: 'Hang up' }).click();
    await to.getByText('The calling is ended').waitFor();
    return {
      way,
      startedAtMs: recording.startedAtMs,
      sound: { samples: new Int16Array(new Uint8Array(bytes).buffer), sampleRate: recording.sampleRate },
      pulsesAtMs,
    };
  } finally {
    await browser.close();
  }
}

async function openContext(opening: Promise<BrowserContext>, { url, hasDirectWays }: Calling, person: Somebody) {
  const context = await opening;
  await signIn(context, url, person);
  await context.addInitScript(placeEar);
  if (!hasDirectWays) await context.addInitScript(breakDirectWays);
  return context;
}

function delays({ startedAtMs, sound, pulsesAtMs }: Heard) {
  const heardAtMs = findPulses(sound, pulseHertz).map((seconds) => startedAtMs + seconds * 1000);
  const times = pulsesAtMs.flatMap((at) => {
    const heard = heardAtMs.find((candidate) => candidate >= at && candidate < at + 1_000);
    return heard === undefined ? [] : [heard - at];
  });
  const { count, p50Ms, p95Ms, maxMs } = summarise(times);
  return { count, p50Ms: round2(p50Ms), p95Ms, maxMs };
}
