import { type BrowserContext, expect, type Page } from '@playwright/test';

declare global {
  interface Window {
    quietestPower?: number;
  }
}

/** Longer than the pauses of the tone, whose volume rises and falls four times a second. */
const blockSamples = 4096;

/** Keeps the lowest power of all the sound that a window of this browser plays. */
export async function watchSilence(context: BrowserContext): Promise<void> {
  await context.addInitScript((fftSize) => {
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
      window.quietestPower = Math.min(window.quietestPower ?? Infinity, power);
    }, 20);
  }, blockSamples);
}

/** Expects sound without a gap while something is done. */
export async function expectNoSilence(page: Page, act: () => Promise<void>): Promise<void> {
  await page.evaluate(() => {
    window.quietestPower = Infinity;
  });
  await act();
  const quietest = await page.evaluate(() => window.quietestPower ?? 0);
  expect(quietest).toBeGreaterThan(1e-5);
  expect(quietest).toBeLessThan(Infinity);
}
