import type { Download, Page } from '@playwright/test';
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { chooseFromAttachMenu, messageList } from './chat.ts';
import { type DirectChat, expect, test as base } from './fixtures.ts';

/** Locators and actions for the dialogs of a transfer. */
export const dialog = (page: Page) => page.getByRole('dialog');
export const dialogButton = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });
/** The state of the transfer, by its visible name. */
export const transferState = (page: Page, name: string) => dialog(page).getByText(name, { exact: true }).first();
/** The messages about transfers with this status. */
export const transferRecord = (page: Page, status: string) => messageList(page).getByText(status, { exact: true });

interface TestFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export const createFile = (name: string, bytes: number): TestFile => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: randomBytes(bytes),
});

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

export async function sha256OfDownload(download: Download): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(await download.path()), hash);
  return hash.digest('hex');
}

/** Picks files in the dialog of a direct transfer without sending the request. */
export async function pickFiles(page: Page, files: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) {
  await chooseFromAttachMenu(page, 'Send directly');
  await dialog(page).getByLabel('Files to send directly').setInputFiles(files);
}

export async function requestTransfer(page: Page, files: Parameters<typeof pickFiles>[1]) {
  await pickFiles(page, files);
  await dialogButton(page, 'Send request').click();
  await expect(transferState(page, 'Pending request')).toBeVisible();
}

/** Accepts the transfer and returns a promise for the download. */
export async function acceptTransfer(page: Page): Promise<{ download: Promise<Download> }> {
  const download = page.waitForEvent('download');
  // A test that expects no download does not await it.
  download.catch(() => {});
  await dialogButton(page, 'Accept').click();
  return { download };
}

/** Sends a request, accepts it and waits until some but not all bytes have arrived. */
export async function startTransfer({ sender, receiver }: Pair, files: Parameters<typeof pickFiles>[1]) {
  await requestTransfer(sender, files);
  const accepted = await acceptTransfer(receiver);
  await waitForProgress(receiver);
  return accepted;
}

/** Waits until some but not all bytes have been sent. */
export async function waitForProgress(page: Page) {
  await expect(transferState(page, 'Sending')).toBeVisible();
  await expect(dialog(page).getByText(/^[1-9]\d?%$/)).toBeVisible();
}

/** The percentage that the dialog shows. */
export async function readPercent(page: Page): Promise<number> {
  return Number.parseInt(
    await dialog(page)
      .getByText(/^\d+%$/)
      .innerText(),
    10,
  );
}

export const closeDialog = (page: Page) => dialog(page).getByRole('button', { name: 'Close' }).last().click();

interface Files {
  /** A mostly empty file on disk, deleted after the test. */
  largeFile: (name: string, bytes: number) => Promise<string>;
}

export const test = base.extend<Files & { pair: Pair }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies from this pattern
  largeFile: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'chat-app-files-'));
    await use(async (name, bytes) => {
      const path = join(folder, name);
      await writeFile(path, randomBytes(64 * 1024));
      const file = await open(path, 'r+');
      await file.truncate(bytes);
      await file.close();
      return path;
    });
    await rm(folder, { recursive: true, force: true });
  },
  /** Ann sends, Bob receives. Both have their chat open and are online. */
  pair: async ({ openAs, directChat }, use) => {
    const { ann, bob, chatId } = directChat;
    const receiver = await openAs(bob, `/chat/${chatId}`);
    const sender = await openAs(ann, `/chat/${chatId}`);
    await expect(sender.getByText('Online', { exact: true }).first()).toBeVisible();
    await use({ sender, receiver, ...directChat });
  },
});

export interface Pair extends DirectChat {
  sender: Page;
  receiver: Page;
}

export { expect } from './fixtures.ts';
