import type { Page } from '@playwright/test';
import { connectCall, test } from './support/call-fixtures.ts';
import { expectTone, measureAudio } from './support/calls.ts';
import { expect } from './support/fixtures.ts';
import { writeNoisyFile } from './support/tone.ts';

test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [
        ...(launchOptions.args ?? []).filter((arg) => !arg.startsWith('--use-file-for-fake-audio-capture')),
        `--use-file-for-fake-audio-capture=${writeNoisyFile()}`,
      ],
    }),
});

/** Browsers themselves leave more than this, and RNNoise about a fifth of it. */
const audibleHiss = 3e-4;

/** What is heard besides the tone, over more than one period of the hiss. */
async function averageHiss(page: Page): Promise<number> {
  const samples = 5;
  let hiss = 0;
  for (let index = 0; index < samples; index += 1) {
    await page.waitForTimeout(300);
    const { tone, total } = await measureAudio(page);
    hiss += (total - tone) / samples;
  }
  return hiss;
}

for (const arePeerConnectionsBlocked of [false, true]) {
  const path = arePeerConnectionsBlocked ? 'through the server' : 'directly';
  test(`[CALL-494] noise suppression removes noise from what is sent ${path}`, async ({ callers }) => {
    const { annsCall, bobsCall } = await connectCall(callers, { arePeerConnectionsBlocked });
    await expect.poll(async () => (await measureAudio(bobsCall)).tone).toBeGreaterThan(1e-4);
    await expect.poll(() => averageHiss(bobsCall)).toBeGreaterThan(audibleHiss);
    await annsCall.getByRole('button', { name: 'More' }).click();
    await annsCall.getByRole('menuitem', { name: 'Turn noise suppression on' }).click();
    await expect.poll(() => averageHiss(bobsCall)).toBeLessThan(audibleHiss / 1.5);
    // Not because everything fell silent.
    await expectTone(bobsCall);
    await annsCall.getByRole('button', { name: 'More' }).click();
    await annsCall.getByRole('menuitem', { name: 'Turn noise suppression off' }).click();
    await expect.poll(() => averageHiss(bobsCall)).toBeGreaterThan(audibleHiss);
  });
}
