import { getMessages } from '@chat-app/contract';
import type { Locator, Page, Request } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { findViolations } from './support/accessibility.ts';
import {
  chooseFromAttachMenu,
  messageField,
  messageList,
  messageText,
  sendButton,
  sendingStatus,
  sendText,
  toast,
  waitForScrollEnd,
} from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { createPng } from './support/png.ts';

interface TestFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const createImage = (name: string, color?: [number, number, number]): TestFile => ({
  name,
  mimeType: 'image/png',
  buffer: createPng(320, 200, color),
});
const chips = (page: Page) => page.getByRole('list', { name: 'Attachments' }).getByRole('listitem');
const images = (page: Page) => messageList(page).locator('img[src^="/api/uploads/"]');
const isLoaded = (image: Locator) =>
  image.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth > 0);

async function pickFiles(page: Page, button: 'Send images' | 'Attach a file', files: TestFile[]) {
  const choosing = page.waitForEvent('filechooser');
  if (button === 'Send images') await page.getByRole('button', { name: button }).click();
  else await chooseFromAttachMenu(page, 'Attach a file');
  await (await choosing).setFiles(files);
}

/** Dispatches the events of a paste or a drop of files. */
async function pasteOrDrop(target: Locator, action: 'paste' | 'drop', files: TestFile[]) {
  const described = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, text: buffer.toString('base64') }));
  await target.evaluate(
    (element, [kind, given]) => {
      const dataTransfer = new DataTransfer();
      for (const { name, mimeType, text } of given) {
        const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
        dataTransfer.items.add(new File([bytes], name, { type: mimeType }));
      }
      const init = { clipboardData: dataTransfer, dataTransfer, bubbles: true, cancelable: true };
      if (kind === 'paste') element.dispatchEvent(new ClipboardEvent(kind, init));
      else for (const type of ['dragenter', 'dragover', kind]) element.dispatchEvent(new DragEvent(type, init));
    },
    [action, described] as const,
  );
}

test('[MSG-80] [MSG-81] [MSG-84] images and files are picked, pasted and dropped, sent in order, and deleted when the server rejects them', async ({
  users,
  directChat: { ann, chatId },
  chatPages: { annsPage, bobsPage },
}) => {
  await test.step('several images are sent in order before the text', async () => {
    await pickFiles(annsPage, 'Send images', [createImage('one.png'), createImage('two.png', [24, 121, 78])]);
    await pasteOrDrop(messageField(annsPage), 'paste', [createImage('three.png', [205, 43, 49])]);
    await pasteOrDrop(messageList(annsPage).or(annsPage.getByText('No messages yet')).first(), 'drop', [
      createImage('four.png'),
    ]);
    await expect(chips(annsPage)).toHaveCount(4);
    expect(await findViolations(annsPage)).toEqual([]);
    await annsPage.getByRole('button', { name: 'Remove two.png' }).click();
    await expect(chips(annsPage)).toHaveCount(3);
    await expect(messageField(annsPage)).toBeFocused();

    await messageField(annsPage).fill('look');
    await sendButton(annsPage).click();
    await expect(chips(annsPage)).toHaveCount(0);
    await expect(messageText(bobsPage, 'look')).toBeVisible();
    for (const page of [annsPage, bobsPage]) {
      await expect(images(page)).toHaveCount(3);
      for (const image of await images(page).all()) await expect.poll(() => isLoaded(image)).toBe(true);
    }
    const { data } = await (await users.apiClient(ann)).call(getMessages, { chatId });
    expect(data.map(({ type }) => type).toReversed()).toEqual(['image', 'image', 'image', 'text']);
  });

  await test.step('a file arrives byte for byte, and an unsupported image type is sent as a file', async () => {
    const report = { name: 'Report é.bin', mimeType: 'application/octet-stream', buffer: randomBytes(300_000) };
    const drawing = { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') };
    await pickFiles(annsPage, 'Attach a file', [report]);
    await pickFiles(annsPage, 'Send images', [drawing]);
    await messageField(annsPage).press('Enter');

    await expect(messageList(bobsPage).getByRole('link', { name: 'Download drawing.svg' })).toBeVisible();
    const downloading = bobsPage.waitForEvent('download');
    await messageList(bobsPage)
      .getByRole('link', { name: `Download ${report.name}` })
      .click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(report.name);
    expect((await readFile(await download.path())).equals(report.buffer)).toBe(true);
  });

  await test.step('an image or file that the server rejects shows a toast and can be deleted', async () => {
    await pickFiles(annsPage, 'Send images', [
      { name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
    ]);
    await messageField(annsPage).press('Enter');
    await expect(toast(annsPage, 'Failed to upload image')).toBeVisible();
    const deletion = messageList(annsPage).getByRole('button', { name: 'Delete', exact: true });
    await expect(deletion).toBeVisible();
    // The list follows its last row, which has grown.
    await waitForScrollEnd(annsPage);
    await deletion.click();
    await expect(deletion).toHaveCount(0);

    const error = { code: 'invalid_input', message: 'Not this one' };
    await annsPage.route('**/api/messages/sendFile', (route) => route.fulfill({ status: 400, json: error }));
    await pickFiles(annsPage, 'Attach a file', [
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') },
    ]);
    await messageField(annsPage).press('Enter');
    await expect(toast(annsPage, 'Failed to upload file')).toBeVisible();
  });
});

test('[MSG-82] [MSG-83] [MSG-205] an upload that is too large is not begun; another shows one percentage inside its bubble and can be cancelled @long', async ({
  users,
  directChat: { ann, chatId },
  chatPages: { annsPage, bobsPage },
}) => {
  await test.step('[MSG-83] an image that is too large is rejected with a toast before it is uploaded', async () => {
    const uploads: string[] = [];
    const record = (request: Request) => request.method() === 'POST' && uploads.push(request.url());
    annsPage.on('request', record);
    await pickFiles(annsPage, 'Send images', [
      { ...createImage('huge.png'), buffer: Buffer.alloc(10 * 1024 * 1024 + 1) },
    ]);
    await expect(toast(annsPage, 'Failed to upload image')).toBeVisible();
    await expect(toast(annsPage, 'huge.png is larger than 10 MB.')).toBeVisible();
    await expect(chips(annsPage)).toHaveCount(0);
    expect(uploads).toEqual([]);
    annsPage.off('request', record);
  });

  const network = await annsPage.context().newCDPSession(annsPage);
  const setUploadSpeed = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  const image = createImage('large.png');
  const report = { name: 'large.bin', mimeType: 'application/octet-stream', buffer: randomBytes(400_000) };
  const percentages = messageList(annsPage).getByText(/^\d+%$/);
  const upload = async (button: 'Send images' | 'Attach a file', file: TestFile) => {
    await setUploadSpeed(20_000);
    await pickFiles(annsPage, button, [file]);
    await messageField(annsPage).press('Enter');
    await expect(percentages.first()).toHaveText(/^[1-9]\d?%$/);
    await expect(percentages).toHaveCount(1);
    const isInside = await percentages.evaluate((percentage) => {
      const boxOf = (part: string) => percentage.closest(part)?.getBoundingClientRect() ?? new DOMRect();
      const [frame, ring] = [boxOf('button, .overflow-clip'), boxOf('svg')];
      const fits = ring.left >= frame.left && ring.right <= frame.right && ring.width > 0;
      return fits && ring.top >= frame.top && ring.bottom <= frame.bottom;
    });
    expect(isInside).toBe(true);
  };
  await upload('Send images', { ...image, buffer: Buffer.concat([image.buffer, report.buffer]) });
  await setUploadSpeed(-1);
  await expect(sendingStatus(annsPage)).toHaveCount(0);

  await upload('Attach a file', report);
  await sendText(annsPage, 'after the file');
  await messageList(annsPage).getByRole('button', { name: 'Cancel upload' }).click();
  await expect(messageList(annsPage).getByText('large.bin')).toBeHidden();
  await expect(messageText(bobsPage, 'after the file')).toBeVisible();
  const { data } = await (await users.apiClient(ann)).call(getMessages, { chatId });
  expect(data.map(({ type }) => type)).toEqual(['text', 'image']);
});
