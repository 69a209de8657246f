import type { BrowserContext, Page } from '@playwright/test';
import { connectCall, test } from './support/call-fixtures.ts';
import { expect } from './support/fixtures.ts';
import { cameraButton, cameraOf, expectMoving } from './support/video.ts';

declare global {
  interface Window {
    sendPictures?: () => Promise<void>;
    endWork?: () => void;
  }
}

/** Sends no pictures before `sendPictures`, as a computer that does not get to it. */
async function withholdPictures(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const own = Object.getOwnPropertyDescriptor(RTCRtpSender.prototype, 'replaceTrack');
    const replaceTrack = own?.value as RTCRtpSender['replaceTrack'];
    let send = async () => {};
    RTCRtpSender.prototype.replaceTrack = async function withheld(this: RTCRtpSender, track) {
      if (track?.kind !== 'video') return replaceTrack.call(this, track);
      send = () => replaceTrack.call(this, track);
      return undefined;
    };
    window.sendPictures = () => send();
  });
}

/** Keeps the page busy until `endWork`, as other programs do on a slow computer. */
const beBusy = (page: Page) =>
  page.evaluate(() => {
    const timer = setInterval(() => {
      const since = performance.now();
      while (performance.now() - since < 900);
    }, 1_000);
    window.endWork = () => clearInterval(timer);
  });

const tileNote = (page: Page) => page.getByRole('list', { name: 'In the call' }).getByRole('status');
const busy = 'Your computer is busy';

test('[CALL-497] on a busy computer a late picture says so until it moves @long', async ({ callers }) => {
  const { openChat } = callers;
  const open: typeof openChat = async (user, options) => {
    const page = await openChat(user, options);
    await withholdPictures(page.context());
    return page;
  };
  const { annsCall, bobsCall } = await connectCall({ ...callers, openChat: open });
  await cameraButton(annsCall, 'Turn camera on').click();
  await cameraButton(bobsCall, 'Turn camera on').click();
  await beBusy(bobsCall);
  await expect(tileNote(bobsCall)).toHaveText(busy);
  await expect(bobsCall.getByText(busy)).toHaveCount(2);

  await bobsCall.evaluate(() => window.endWork?.());
  await annsCall.evaluate(() => window.sendPictures?.());
  await expectMoving(cameraOf(bobsCall, 'Ann Lee'));
  await expect(bobsCall.getByText(busy)).toHaveCount(0);
});
