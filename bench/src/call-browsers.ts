import type { ChatId } from '@chat-app/contract';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import type { BenchUser } from './users.ts';
import { launchOptions, signIn } from './browser.ts';
import { disableWebRtc, tapAudioOutput, fakeMicrophone } from './call-page.ts';
import { findPulses, analyseTone } from './call-signal.ts';
import { round2, summarise } from './measure.ts';

const toneHertz = 500;
const pulseHertz = 1_500;

interface CallSetup {
  readonly url: string;
  readonly chatId: ChatId;
  readonly users: readonly [BenchUser, BenchUser];
  readonly start: () => Promise<void>;
  readonly isDirect: boolean;
}

/** Two browsers in a call; the first has a known microphone signal, the second's audio output is recorded. */
export async function measureCall(
  call: CallSetup,
  { toneSeconds, pulseSeconds }: { toneSeconds: number; pulseSeconds: number },
) {
  const steady = await recordCall(call, { seconds: toneSeconds, pulses: null });
  const pulsed = await recordCall(call, { seconds: pulseSeconds, pulses: pulseHertz });
  return { way: steady.path, ...analyseTone(steady.sound, toneHertz), mouthToEar: delays(pulsed) };
}

interface RecordedCall {
  readonly path: string;
  readonly startedAtMs: number;
  readonly sound: { readonly samples: Int16Array; readonly sampleRate: number };
  readonly pulsesAtMs: readonly number[];
}

async function recordCall(
  call: CallSetup,
  { seconds, pulses }: { seconds: number; pulses: number | null },
): Promise<RecordedCall> {
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...launchOptions.args, '--use-fake-ui-for-media-stream', '--autoplay-policy=no-user-gesture-required'],
  });
  try {
    const [speaker, listener] = call.users;
    const contexts = await Promise.all(
      [speaker, listener].map((user) =>
        openContext(browser.newContext({ bypassCSP: true, baseURL: call.url }), call, user),
      ),
    );
    for (const context of contexts)
      await context.addInitScript(fakeMicrophone, { hertz: toneHertz, pulseHertz: pulses });
    const [from, to] = (await Promise.all(contexts.map((context) => context.newPage()))) as [Page, Page];
    await to.goto('/');
    await to.getByRole('button', { name: 'Logout' }).waitFor();
    await call.start();
    await to.goto(`/voice-call/${call.chatId}`);
    await from.goto(`/voice-call/${call.chatId}`);
    const badge = to.getByText(call.isDirect ? /^Direct ·/ : 'Via server');
    await badge.waitFor();
    await to.waitForTimeout(2_000);
    await to.evaluate(() => window.startRecording?.());
    await to.waitForTimeout(seconds * 1000);
    const recording = await to.evaluate(() => window.stopRecording?.());
    if (!recording) throw new Error('nothing was recorded');
    const bytes = Buffer.from(recording.samples, 'base64');
    const path = (await badge.textContent()) ?? '';
    const pulsesAtMs = await from.evaluate(() => window.pulsesAtMs ?? []);
    await from.getByRole('button', { name: 'Hang up' }).click();
    await to.getByText('The calling is ended').waitFor();
    return {
      path,
      startedAtMs: recording.startedAtMs,
      sound: { samples: new Int16Array(new Uint8Array(bytes).buffer), sampleRate: recording.sampleRate },
      pulsesAtMs,
    };
  } finally {
    await browser.close();
  }
}

async function openContext(opening: Promise<BrowserContext>, { url, isDirect }: CallSetup, user: BenchUser) {
  const context = await opening;
  await signIn(context, url, user);
  await context.addInitScript(tapAudioOutput);
  if (!isDirect) await context.addInitScript(disableWebRtc);
  return context;
}

function delays({ startedAtMs, sound, pulsesAtMs }: RecordedCall) {
  const detectedAtMs = findPulses(sound, pulseHertz).map((seconds) => startedAtMs + seconds * 1000);
  const times = pulsesAtMs.flatMap((at) => {
    const detected = detectedAtMs.find((candidate) => candidate >= at && candidate < at + 1_000);
    return detected === undefined ? [] : [detected - at];
  });
  const { count, p50Ms, p95Ms, maxMs } = summarise(times);
  return { count, p50Ms: round2(p50Ms), p95Ms, maxMs };
}
