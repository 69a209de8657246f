import { type BrowserContext, expect, type Page } from '@playwright/test';
import { toneHertz } from './tone.ts';

/** The power of the audio that a window plays. */
interface AudioPower {
  readonly tone: number;
  readonly total: number;
}

declare global {
  interface Window {
    measureAudio?: (hertz: number) => AudioPower;
    /** One for each audio context, in front of its output. */
    audioTaps?: AnalyserNode[];
  }
}

/** Connects an analyser to all audio that the windows of this browser play. */
export async function tapAudioOutput(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const analysers: AnalyserNode[] = [];
    window.audioTaps = analysers;
    const own = Object.getOwnPropertyDescriptor(AudioNode.prototype, 'connect');
    const connect = own?.value as (...args: unknown[]) => unknown;
    AudioNode.prototype.connect = function tapped(this: AudioNode, ...args: unknown[]) {
      if (args[0] instanceof AudioDestinationNode) {
        const analyser = this.context.createAnalyser();
        analyser.fftSize = 32_768;
        analyser.smoothingTimeConstant = 0;
        connect.call(this, analyser);
        analysers.push(analyser);
      }
      return connect.apply(this, args);
    } as typeof AudioNode.prototype.connect;

    window.measureAudio = (hertz) => {
      let [tone, total] = [0, 0];
      for (const analyser of analysers) {
        const samples = new Float32Array(analyser.fftSize);
        analyser.getFloatTimeDomainData(samples);
        const spectrum = new Float32Array(analyser.frequencyBinCount);
        analyser.getFloatFrequencyData(spectrum);
        const power = (decibel: number) => 10 ** (decibel / 10);
        const binOf = (frequency: number) => Math.round((frequency * analyser.fftSize) / analyser.context.sampleRate);
        // The modulation widens the tone by a few hertz.
        const around = spectrum.slice(binOf(hertz - 30), binOf(hertz + 30));
        const spectrumPower = spectrum.reduce((sum, decibel) => sum + power(decibel), 0);
        const signalPower = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
        total += signalPower;
        const tonePower = around.reduce((sum, decibel) => sum + power(decibel), 0);
        if (spectrumPower > 0) tone += (signalPower * tonePower) / spectrumPower;
      }
      return { tone, total };
    };
  });
}

const measureAudio = (page: Page) =>
  page.evaluate((hertz) => window.measureAudio?.(hertz) ?? { tone: 0, total: 0 }, toneHertz);

/** The ids of the output devices that a window uses; an empty id is the system default. */
export const readSpeakerIds = (page: Page) =>
  page.evaluate(() =>
    (window.audioTaps ?? []).map(({ context }) => String((context as AudioContext & { sinkId?: string }).sinkId)),
  );

/** Expects the tone of the remote microphone, not noise. */
export async function expectTone(page: Page): Promise<void> {
  const heard = async () => {
    const { tone, total } = await measureAudio(page);
    if (tone <= 1e-4) return `too quiet: ${tone}`;
    return tone > total * 0.7 ? 'the tone' : `mostly noise: ${tone} of ${total}`;
  };
  await expect.poll(heard, 'what the window plays').toBe('the tone');
}

export async function expectSilence(page: Page): Promise<void> {
  await expect.poll(async () => (await measureAudio(page)).total, 'what the window plays').toBeLessThan(1e-8);
}

/** What is heard besides the tone; not a number while that is not heard. It is measured for longer than a burst of hiss. */
export async function measureHiss(page: Page): Promise<number> {
  const { tone, total } = await measureAudio(page);
  return tone > 1e-4 ? total - tone : Number.NaN;
}

/** Simulates a browser or firewall that prevents peer connections. */
export async function blockPeerConnections(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => Reflect.deleteProperty(window, 'RTCPeerConnection'));
}

export const callButton = (page: Page) => page.getByRole('button', { name: 'Voice call', exact: true });

/** Opens the call window with the button in the chat header. */
export async function startCall(page: Page): Promise<Page> {
  const opening = page.context().waitForEvent('page');
  await callButton(page).click();
  return opening;
}

export const incomingCall = (page: Page) => page.getByRole('dialog', { name: 'Incoming voice call' });

export async function acceptCall(page: Page): Promise<Page> {
  const opening = page.context().waitForEvent('page');
  await incomingCall(page).getByRole('button', { name: 'Accept' }).click();
  return opening;
}

export const callEnded = (page: Page) =>
  page.getByRole('heading', { name: 'The calling is ended. You can close this window now' });

/** Simulates a browser that plays no audio before the first click. */
export async function blockAutoplay(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    let hasClicked = false;
    const own = Object.getOwnPropertyDescriptor(AudioContext.prototype, 'resume');
    const resume = own?.value as () => Promise<void>;
    AudioContext.prototype.resume = function resumeAfterClick(this: AudioContext) {
      return hasClicked ? resume.call(this) : this.suspend();
    };
    window.addEventListener(
      'pointerdown',
      () => {
        hasClicked = true;
      },
      true,
    );
  });
}

/** Simulates an older browser without WebCodecs. */
export async function removeAudioEncoder(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => Reflect.deleteProperty(window, 'AudioEncoder'));
}
