import { type BrowserContext, expect, type Page } from '@playwright/test';

declare global {
  interface Window {
    /** How often the sound was measured, and how often there was none. */
    loudness?: { measured: number; silent: number };
  }
}

/** Longer than the pauses of the tone, whose volume rises and falls four times a second. */
const blockSamples = 4096;

/** Below this power, there is no tone. */
const silentPower = 1e-5;
/** A busy machine drops some sound by itself; a track that is replaced or negotiated again is silent for longer. */
const silentShareMax = 0.05;

/** Measures all the sound that a window of this browser plays. */
export async function watchSilence(context: BrowserContext): Promise<void> {
  await context.addInitScript(
    ({ fftSize, silent }) => {
      const analysers: AnalyserNode[] = [];
      const own = Object.getOwnPropertyDescriptor(AudioNode.prototype, 'connect');
      const connect = own?.value as (...args: unknown[]) => unknown;
      AudioNode.prototype.connect = function watched(this: AudioNode, ...args: unknown[]) {
        if (args[0] instanceof AudioDestinationNode) {
          const analyser = this.context.createAnalyser();
          analyser.fftSize = fftSize;
          connect.call(this, analyser);
          analysers.push(analyser);
        }
        return connect.apply(this, args);
      } as typeof AudioNode.prototype.connect;

      const samples = new Float32Array(fftSize);
      const powerOf = (analyser: AnalyserNode) => {
        analyser.getFloatTimeDomainData(samples);
        return samples.reduce((sum, sample) => sum + sample * sample, 0) / fftSize;
      };
      setInterval(() => {
        const power = analysers.reduce((sum, analyser) => sum + powerOf(analyser), 0);
        const before = window.loudness ?? { measured: 0, silent: 0 };
        window.loudness = { measured: before.measured + 1, silent: before.silent + (power < silent ? 1 : 0) };
      }, 20);
    },
    { fftSize: blockSamples, silent: silentPower },
  );
}

/** Expects sound without a gap while something is done. */
export async function expectNoSilence(page: Page, act: () => Promise<void>): Promise<void> {
  await page.evaluate(() => {
    window.loudness = { measured: 0, silent: 0 };
  });
  await act();
  const { measured, silent } = await page.evaluate(() => window.loudness ?? { measured: 0, silent: 0 });
  expect(measured, 'measurements of the sound').toBeGreaterThan(10);
  expect(silent / measured, 'the share of silence').toBeLessThan(silentShareMax);
}
