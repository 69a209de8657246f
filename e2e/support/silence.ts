import { expect, type Page } from '@playwright/test';

/** Longer than the pauses of the tone, whose volume rises and falls four times a second. */
const blockSamples = 4096;
/** Below this power, there is no tone. */
const silentPower = 1e-5;
/** A busy machine drops some sound by itself; a track that is replaced or negotiated again is silent for longer. */
const silentShareMax = 0.05;

/** Expects sound without a gap while something is done, in a window whose audio is measured. */
export async function expectNoSilence(page: Page, act: () => Promise<void>): Promise<void> {
  const measuring = await page.evaluateHandle(
    ({ fftSize, silent }) => {
      const analysers = (window.audioTaps ?? []).map((tap) => {
        const analyser = tap.context.createAnalyser();
        analyser.fftSize = fftSize;
        tap.connect(analyser);
        return analyser;
      });
      const samples = new Float32Array(fftSize);
      const powerOf = (analyser: AnalyserNode) => {
        analyser.getFloatTimeDomainData(samples);
        return samples.reduce((sum, sample) => sum + sample * sample, 0) / fftSize;
      };
      const counts = { measured: 0, silent: 0 };
      setInterval(() => {
        const isSilent = analysers.reduce((sum, analyser) => sum + powerOf(analyser), 0) < silent;
        // Until the first block is filled.
        if (isSilent && counts.measured === 0) return;
        counts.measured += 1;
        if (isSilent) counts.silent += 1;
      }, 20);
      return counts;
    },
    { fftSize: blockSamples, silent: silentPower },
  );
  await act();
  const { measured, silent } = await measuring.jsonValue();
  expect(measured, 'measurements of the sound').toBeGreaterThan(10);
  expect(silent / measured, 'the share of silence').toBeLessThan(silentShareMax);
}
