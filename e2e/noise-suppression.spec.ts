import { connectCall, test } from './support/call-fixtures.ts';
import { measureAudio } from './support/calls.ts';
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

for (const arePeerConnectionsBlocked of [false, true]) {
  const path = arePeerConnectionsBlocked ? 'through the server' : 'directly';
  test(`[CALL-494] noise suppression removes noise from what is sent ${path}, without a gap`, async ({ callers }) => {
    const { annsCall, bobsCall } = await connectCall(callers, { arePeerConnectionsBlocked });
    await expect.poll(async () => (await measureAudio(bobsCall)).tone).toBeGreaterThan(1e-4);
    for (let i = 0; i < 5; i += 1) {
      await bobsCall.waitForTimeout(700);
      console.log(path, 'off', await measureAudio(bobsCall));
    }
    await annsCall.getByRole('button', { name: 'More' }).click();
    await annsCall.getByRole('menuitem', { name: 'Turn noise suppression on' }).click();
    for (let i = 0; i < 8; i += 1) {
      await bobsCall.waitForTimeout(700);
      console.log(path, 'on', await measureAudio(bobsCall));
    }
  });
}
