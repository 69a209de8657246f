import type { BrowserContext, Page } from '@playwright/test';
import { toneHertz } from './tone.ts';
import { expect } from './world.ts';

/** The audio of a window: the power of the tone and the total power. */
interface Heard {
  readonly tone: number;
  readonly all: number;
}

declare global {
  interface Window {
    heard?: (hertz: number) => Heard;
    speakers?: () => string[];
  }
}

/** Taps all audio that the windows of this browser send to the loudspeaker. */
export async function listenIn(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const ears: AnalyserNode[] = [];
    const own = Object.getOwnPropertyDescriptor(AudioNode.prototype, 'connect');
    const connect = own?.value as (...args: unknown[]) => unknown;
    AudioNode.prototype.connect = function tapped(this: AudioNode, ...args: unknown[]) {
      if (args[0] instanceof AudioDestinationNode) {
        const ear = this.context.createAnalyser();
        ear.fftSize = 32_768;
        ear.smoothingTimeConstant = 0;
        connect.call(this, ear);
        ears.push(ear);
      }
      return connect.apply(this, args);
    } as typeof AudioNode.prototype.connect;

    window.speakers = () => ears.map((ear) => String((ear.context as AudioContext & { sinkId?: string }).sinkId));
    window.heard = (hertz) => {
      let [tone, all] = [0, 0];
      for (const ear of ears) {
        const samples = new Float32Array(ear.fftSize);
        ear.getFloatTimeDomainData(samples);
        const spectrum = new Float32Array(ear.frequencyBinCount);
        ear.getFloatFrequencyData(spectrum);
        const power = (decibel: number) => 10 ** (decibel / 10);
        const binOf = (at: number) => Math.round((at * ear.fftSize) / ear.context.sampleRate);
        // The syllables widen the tone by a few hertz.
        const around = spectrum.slice(binOf(hertz - 30), binOf(hertz + 30));
        const total = spectrum.reduce((sum, decibel) => sum + power(decibel), 0);
        const loudness = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
        all += loudness;
        if (total > 0) tone += (loudness * around.reduce((sum, decibel) => sum + power(decibel), 0)) / total;
      }
      return { tone, all };
    };
  });
}

const hear = (page: Page) => page.evaluate((hertz) => window.heard?.(hertz) ?? { tone: 0, all: 0 }, toneHertz);

/** The loudspeakers that a window uses; an empty id is the system default. */
export const speakersOf = (page: Page) => page.evaluate(() => window.speakers?.() ?? []);

/** Expects the tone of the remote microphone, not noise. */
export async function expectTone(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const { tone, all } = await hear(page);
      return tone > 1e-4 && tone > all * 0.7;
    })
    .toBe(true);
}

export async function expectSilence(page: Page): Promise<void> {
  await expect.poll(async () => (await hear(page)).all).toBeLessThan(1e-8);
}

/** Simulates a browser or firewall that prevents peer connections. */
export async function withoutDirectWays(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => Reflect.deleteProperty(window, 'RTCPeerConnection'));
}

/** Opens the call window with the button in the chat header. */
export async function startCall(page: Page): Promise<Page> {
  const opening = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Voice call', exact: true }).click();
  return opening;
}

export const ringing = (page: Page) => page.getByRole('dialog', { name: 'Incoming voice call' });

export async function acceptCall(page: Page): Promise<Page> {
  const opening = page.context().waitForEvent('page');
  await ringing(page).getByRole('button', { name: 'Accept' }).click();
  return opening;
}

export const ended = (page: Page) =>
  page.getByRole('heading', { name: 'The calling is ended. You can close this window now' });

/** Simulates a browser that allows no sound before the first click. */
export async function blockSound(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    let isTouched = false;
    const own = Object.getOwnPropertyDescriptor(AudioContext.prototype, 'resume');
    const resume = own?.value as () => Promise<void>;
    AudioContext.prototype.resume = function resumeOnTouch(this: AudioContext) {
      return isTouched ? resume.call(this) : this.suspend();
    };
    window.addEventListener(
      'pointerdown',
      () => {
        isTouched = true;
      },
      true,
    );
  });
}

/** Simulates an older browser without WebCodecs. */
export async function withoutEncoder(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => Reflect.deleteProperty(window, 'AudioEncoder'));
}
