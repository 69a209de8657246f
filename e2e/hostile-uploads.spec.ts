import { type ChatId, sendFile } from '@chat-app/contract';
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { type HostileFile, hostileFiles, payload } from './support/hostile-files.ts';

const runsAllTests = process.env['TESTS'] === 'all';
const filePolicy =
  "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'";

/** A page of our origin without our CSP, so that only the headers of the file can block its scripts. */
const barePath = '/bare';
const controlPath = '/control';

/** Records every sign that a script was executed. */
async function recordExecutions(context: BrowserContext) {
  const signs: string[] = [];
  await context.route('**/canary', (route) => {
    signs.push(`requested by ${route.request().frame().url()}`);
    return route.fulfill({ body: '' });
  });
  const html = (body: string) => ({ contentType: 'text/html', body: `<!doctype html><title>bare</title>${body}` });
  await context.route(`**${barePath}`, (route) => route.fulfill(html('')));
  await context.route(`**${controlPath}`, (route) => route.fulfill(html(`<script>${payload}</script>`)));
  context.on('page', (page) => {
    page.on('dialog', (dialog) => {
      signs.push(`dialog on ${page.url()}`);
      void dialog.dismiss();
    });
    page.on('download', (download) => void download.cancel());
  });
  return signs;
}

async function upload(request: APIRequestContext, chatId: ChatId, file: HostileFile): Promise<string> {
  const response = await request.post(sendFile.path, { multipart: { chatId, file: { ...file } } });
  expect(response.status(), file.name).toBe(201);
  return ((await response.json()) as { message: { url: string } }).message.url;
}

/** The server sends the file as a download of plain bytes, regardless of its claimed type. */
async function expectDownload(request: APIRequestContext, url: string, name: string) {
  const headers = (await request.get(url, { headers: { accept: 'text/html' } })).headers();
  expect(headers, name).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-security-policy': filePolicy,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(headers['content-disposition'], name).toMatch(
    /^attachment; filename="[^"\r\n]*"; filename\*=UTF-8''[\w.%!~-]*$/,
  );
}

/** Loads each URL in every way a page can. `object` and `embed` behave alike and take turns. */
function embed(urls: string[]) {
  const add = (name: string, attributes: Record<string, string>) => {
    const element = document.createElement(name);
    for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
    document.body.append(element);
  };
  for (const [index, url] of urls.entries()) {
    add('iframe', { src: url });
    if (index % 2 === 0) add('object', { data: url });
    else add('embed', { src: url });
    add('img', { src: url });
    add('script', { src: url });
    add('script', { src: url, type: 'module' });
    add('link', { rel: 'stylesheet', href: url });
    new Worker(url).addEventListener('error', (event) => event.preventDefault());
    navigator.serviceWorker.register(url).catch(() => undefined);
  }
}

/** Runs the payload where it is allowed. Once that is seen, any earlier payload would have run as well. */
async function runControl(page: Page, signs: string[]) {
  const known = signs.length;
  await page.evaluate((path) => {
    const frame = document.createElement('iframe');
    frame.src = path;
    document.body.append(frame);
  }, controlPath);
  await expect.poll(() => signs.length).toBeGreaterThanOrEqual(known + 3);
  await expect(page).toHaveTitle('owned');
  expect(signs.splice(known).filter((sign) => !/\/(bare|control)$/.test(sign))).toEqual([]);
  await page.evaluate(() => (document.title = 'bare'));
}

async function visit(context: BrowserContext, urls: string[]) {
  const page = await context.newPage();
  for (const url of urls) {
    // A download makes the navigation fail.
    await page.goto(url).catch(() => undefined);
    expect(await page.title(), url).not.toBe('owned');
  }
  await page.close();
}

test('[SEC-21] none of sixty hostile files executes, however it is opened', async ({
  browser,
  users,
  backend,
  directChat: { ann, bob, chatId },
}) => {
  expect(hostileFiles.length).toBeGreaterThanOrEqual(60);
  const [sending, opening] = [
    await browser.newContext({ baseURL: backend.url }),
    await browser.newContext({ baseURL: backend.url, acceptDownloads: true }),
  ];
  await users.signIn(sending, ann);
  await users.signIn(opening, bob);
  // One after another: a busy server refuses sixty uploads at once.
  const urls: string[] = [];
  for (const file of hostileFiles) {
    const url = await upload(sending.request, chatId, file);
    await expectDownload(opening.request, url, file.name);
    urls.push(url);
  }

  const signs = await recordExecutions(opening);
  const page = await opening.newPage();
  await page.goto(barePath);
  await runControl(page, signs);
  // Each takes ten requests and a navigation; a usual run opens every third file.
  const lanes = (runsAllTests ? [0, 1, 2] : [0]).map((lane) => urls.filter((_, index) => index % 3 === lane));
  await page.evaluate(embed, lanes.flat());
  await runControl(page, signs);
  await Promise.all(lanes.map((lane) => visit(opening, lane)));
  await runControl(page, signs);
  expect(signs).toEqual([]);
  await Promise.all([sending.close(), opening.close()]);
});
