import type { Page } from '@playwright/test';
import { callButton, test } from './support/call-fixtures.ts';
import { acceptCall, expectTone, startCall } from './support/calls.ts';
import { expect } from './support/fixtures.ts';
import { cameraButton, cameraOf, expectMoving } from './support/video.ts';

// Everybody is on this machine: twenty pictures of a camera at full rate are too many for two cores.
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: (launchOptions.args ?? []).map((arg) =>
        arg === '--use-fake-device-for-media-stream' ? `${arg}=fps=5` : arg,
      ),
    }),
});

test('[CALL-420] five people see each other move and hear each other @long', async ({ callers, users }) => {
  test.setTimeout(300_000);
  const others = [callers.bob];
  for (const name of ['Cat Moe', 'Dan Fox', 'Eve Orr']) others.push(await users.create(name));
  const chatId = await users.createChat(callers.ann, ...others);
  const annsPage = await callers.openChat(callers.ann, { chatId });
  const pages: Page[] = [];
  for (const other of others) pages.push(await callers.openChat(other, { chatId }));
  // A page that connects after the start of the call would not ring.
  for (const page of [annsPage, ...pages]) await expect(callButton(page)).toBeVisible();
  const calls = [await startCall(annsPage)];
  for (const page of pages) calls.push(await acceptCall(page));
  for (const call of calls) await cameraButton(call, 'Turn camera on').click();
  const names = [callers.ann, ...others].map(({ name }) => name);
  for (const [at, call] of calls.entries()) {
    for (const name of names.filter((_, other) => other !== at)) await expectMoving(cameraOf(call, name));
    await expectTone(call);
  }
});

test('[CALL-425] after a reload, one sees and hears the others again, and can be seen', async ({ callers, users }) => {
  const { ann, bob, openChat } = callers;
  const chatId = await users.createChat(ann, bob, await users.create('Cat Moe'));
  const [annsPage, bobsPage] = [await openChat(ann, { chatId }), await openChat(bob, { chatId })];
  await expect(callButton(bobsPage)).toBeVisible();
  const annsCall = await startCall(annsPage);
  const bobsCall = await acceptCall(bobsPage);
  for (const call of [annsCall, bobsCall]) await cameraButton(call, 'Turn camera on').click();
  await expectMoving(cameraOf(annsCall, 'Bob Ray'));
  await bobsCall.reload();
  await expectMoving(cameraOf(bobsCall, 'Ann Lee'));
  await expectTone(bobsCall);
  await expect(cameraOf(annsCall, 'Bob Ray')).toBeHidden();
  await cameraButton(bobsCall, 'Turn camera on').click();
  await expectMoving(cameraOf(annsCall, 'Bob Ray'));
  await expectTone(annsCall);
});
