import type { ChatId } from '@chat-app/contract';
import type { Download, Page } from '@playwright/test';
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { chooseFromAttachMenu, messages } from './conversation.ts';
import type { Person } from './people.ts';
import { expect, test as base } from './world.ts';

/** Locators and actions for the dialogs of a transfer. */
export const dialog = (page: Page) => page.getByRole('dialog');
export const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });
/** The visible name of the state. */
export const state = (page: Page, name: string) => dialog(page).getByText(name, { exact: true }).first();
export const history = (page: Page, status: string) => messages(page).getByText(status, { exact: true });

interface Sent {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export const aFile = (name: string, bytes: number): Sent => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: randomBytes(bytes),
});

export const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

export async function hashOfDownload(download: Download): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(await download.path()), hash);
  return hash.digest('hex');
}

/** Picks files in the dialog of a direct transfer without sending the request. */
export async function pick(page: Page, files: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) {
  await chooseFromAttachMenu(page, 'Send directly');
  await dialog(page).getByLabel('Files to send directly').setInputFiles(files);
}

export async function request(page: Page, files: Parameters<typeof pick>[1]) {
  await pick(page, files);
  await button(page, 'Send request').click();
  await expect(state(page, 'Pending request')).toBeVisible();
}

/** Accepts the transfer and returns a promise for the download. */
export async function accept(page: Page): Promise<{ download: Promise<Download> }> {
  const download = page.waitForEvent('download');
  // A test that expects no download does not await it.
  download.catch(() => {});
  await button(page, 'Accept').click();
  return { download };
}

/** Waits until some but not all bytes have been sent. */
export async function isUnderWay(page: Page) {
  await expect(state(page, 'Sending')).toBeVisible();
  await expect(dialog(page).getByText(/^[1-9]\d?%$/)).toBeVisible({ timeout: 30_000 });
}

/** The percentage that the dialog shows. */
export async function percentOf(page: Page): Promise<number> {
  return Number.parseInt(
    await dialog(page)
      .getByText(/^\d+%$/)
      .innerText(),
    10,
  );
}

export const closeDialog = (page: Page) => dialog(page).getByRole('button', { name: 'Close' }).last().click();

/** Keeps a page in 'Connecting', because it waits for the list of ICE servers. */
export async function holdConnecting(page: Page) {
  await page.route('**/api/tools/ice-servers*', () => {});
}

/** The folders that are left in the browser's origin private file system. */
export function keptFolders(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('transfers', { create: true });
    const names: string[] = [];
    for await (const name of (folder as unknown as { keys: () => AsyncIterable<string> }).keys()) names.push(name);
    return names;
  });
}

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
  pair: async ({ people, openAs }, use) => {
    const [ann, bob] = [await people.aVerifiedUser('Ann Lee'), await people.aVerifiedUser('Bob Ray')];
    const chatId = await people.aChat(ann, bob);
    const receiver = await openAs(bob, `/chat/${chatId}`);
    const sender = await openAs(ann, `/chat/${chatId}`);
    await expect(sender.getByText('Online', { exact: true }).first()).toBeVisible();
    await use({ sender, receiver, ann, bob, chatId });
  },
});

interface Pair {
  sender: Page;
  receiver: Page;
  ann: Person;
  bob: Person;
  chatId: ChatId;
}

export { expect } from './world.ts';
