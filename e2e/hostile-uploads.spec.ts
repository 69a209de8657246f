import { type ChatId, sendFile, uploadImage } from '@chat-app/contract';
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { type HostileFile, hostileFiles, hostileImages, payload } from './support/hostile-files.ts';

const filePolicy =
  "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'";

/** A page of our own origin without our own policy, so that nothing but the file's headers can stop it. */
const barePath = '/bare';
const controlPath = '/control';

/** Notes every sign that something ran. */
async function watch(context: BrowserContext) {
  const signs: string[] = [];
  await context.route('**/canary', (route) => {
    signs.push(`asked by ${route.request().frame().url()}`);
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
  const answer = await request.post(sendFile.path, { multipart: { chatId, file: { ...file } } });
  expect(answer.status(), file.name).toBe(201);
  return ((await answer.json()) as { message: { url: string } }).message.url;
}

/** Whatever it says that it is, it comes as bytes to save. */
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

/** As everything that a page can load something as; as an object or embedded, which is one and the same, in turn. */
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

/** The same deed, allowed: when it has been seen, whatever came before it has had its turn. */
async function control(page: Page, signs: string[]) {
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
    // A download is no navigation, and says so by failing.
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
  const urls = await Promise.all(hostileFiles.map((file) => upload(sending.request, chatId, file)));

  await Promise.all(urls.map((url, index) => expectDownload(opening.request, url, hostileFiles[index]?.name ?? '')));

  const signs = await watch(opening);
  const page = await opening.newPage();
  await page.goto(barePath);
  await control(page, signs);
  await page.evaluate(embed, urls);
  await control(page, signs);
  const lanes = [0, 1, 2].map((lane) => urls.filter((_, index) => index % 3 === lane));
  await Promise.all(lanes.map((some) => visit(opening, some)));
  await control(page, signs);
  expect(signs).toEqual([]);
  await Promise.all([sending.close(), opening.close()]);
});

test('[SEC-21] a hostile image upload is rejected, or re-encoded without its payload @long', async ({
  browser,
  users,
  backend,
}) => {
  const context = await browser.newContext({ baseURL: backend.url });
  await users.signIn(context, await users.create('Cat Ode'));
  const send = (image: HostileFile) => context.request.post(uploadImage.path, { multipart: { image: { ...image } } });
  const genuine = (bytes: Buffer) => bytes.subarray(1, 4).equals(Buffer.from('PNG')) || bytes[0] === 0x47;
  const refused = hostileFiles.filter(({ buffer }) => !genuine(buffer));
  for (const file of refused) expect((await send(file)).status(), file.name).toBe(415);

  const urls: string[] = [];
  for (const file of hostileImages) {
    const answer = await send(file);
    expect(answer.status(), file.name).toBe(201);
    const { url } = (await answer.json()) as { url: string };
    const shown = await context.request.get(url);
    expect(shown.headers()).toMatchObject({
      'content-type': expect.stringMatching(/^image\/(png|gif)$/),
      'content-security-policy': filePolicy,
      'x-content-type-options': 'nosniff',
    });
    expect((await shown.body()).includes('script')).toBe(false);
    urls.push(url);
  }
  const signs = await watch(context);
  const page = await context.newPage();
  await page.goto(barePath);
  await page.evaluate(embed, urls);
  await visit(context, urls);
  await control(page, signs);
  expect(signs).toEqual([]);
  await context.close();
});
