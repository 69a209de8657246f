import type { Page } from '@playwright/test';
import { chatList, markRead, messageList, messageText, postMessages, waitForScrollEnd } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { desktop, horizontalOverflow, phone } from './support/layout.ts';

interface Shift {
  value: number;
  moved: string[];
}

/** Collects every layout shift of the page, including those after user input. */
function watchShifts(): void {
  const shifts: Shift[] = [];
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      sources: { node: Node | null }[];
    })[]) {
      const moved = entry.sources.map(({ node }) =>
        node instanceof Element ? node.outerHTML.slice(0, 160) : String(node?.textContent),
      );
      shifts.push({ value: entry.value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Waits for the next frame, because the observer hears of a shift after it was painted. */
const shiftsOf = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return (window as unknown as { shifts: Shift[] }).shifts;
  });

function expectSteady(shifts: readonly Shift[]): void {
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, JSON.stringify(shifts)).toBeLessThanOrEqual(0.02);
}

/** Emulates a slow mobile network: 400 kbit/s, 300 ms. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const bytesPerSecond = 400_000 / 8;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}

for (const viewport of [desktop, phone]) {
  test(`[MSG-223] at ${viewport.width} px a chat opens on a slow network without layout shifts @long`, async ({
    users,
    openAs,
    groupChat: { ann, bob, chatId },
  }) => {
    const texts = Array.from(
      { length: 24 },
      (_, at) => [at % 3 === 0 ? ann : bob, `message ${at} `.repeat(1 + (at % 9))] as const,
    );
    await postMessages(users, chatId, [...texts, [bob, 'the last one']]);
    await markRead(users, ann, chatId);
    await openAs(bob);
    const page = await openAs(ann);
    await page.setViewportSize(viewport);
    await page.addInitScript(watchShifts);
    await page.reload();
    const row = chatList(page).getByRole('link').first();
    await expect(row).toBeVisible();
    await slowDown(page);

    await test.step('chosen from the list', async () => {
      const before = (await shiftsOf(page)).length;
      await row.click();
      await expect(page.getByText('Loading messages')).toBeAttached();
      await expect(messageText(page, 'the last one')).toBeVisible();
      await waitForScrollEnd(page);
      expectSteady((await shiftsOf(page)).slice(before));
    });
    await test.step('opened by URL', async () => {
      await page.reload();
      await expect(messageText(page, 'the last one')).toBeVisible();
      await expect(messageList(page)).toBeVisible();
      await waitForScrollEnd(page);
      expectSteady(await shiftsOf(page));
    });
    await test.step('opened at unread messages', async () => {
      await page.goto('about:blank');
      await postMessages(users, chatId, [[bob, ...texts.map(([, text]) => text)]]);
      await page.goto(`/chat/${chatId}`);
      await expect(messageList(page).getByRole('separator', { name: 'New messages' })).toBeInViewport();
      await waitForScrollEnd(page);
      expectSteady(await shiftsOf(page));
    });
  });
}

/** One message each. */
const hostileTexts = [
  [
    '<script>window.hacked = 1</script>',
    '<img src=x onerror="window.hacked=1">',
    '<svg/onload=window.hacked=1>',
    '"><script>window.hacked=1</script>',
    '<iframe srcdoc="<script>parent.hacked=1</script>"></iframe>',
    '<style>*{display:none}</style>',
    '<base href="https://evil.example/">',
    '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
    '<a href="javascript:window.hacked=1">click</a>',
    '</textarea><script>hacked=1</script>',
    '<!--<img src="--><img src=x onerror=hacked=1//">',
    '__proto__ constructor [object Object]',
  ].join('\n'),
  [
    'javascript:window.hacked=1',
    'java\tscript:window.hacked=1',
    'data:text/html,<script>window.hacked=1</script>',
    'https://evil.example/"onmouseover="window.hacked=1',
    'https://bank.example@evil.example/login',
    'https://evil.example/\u202Egnp.exe',
    'http://[::1]:99999/ http://%00.evil.example/ http://http://http://http://',
    'see (https://evil.example/a(b(c(d)))))))',
    `https://evil.example/${'a'.repeat(3000)}`,
  ].join('\n'),
  'https://evil.example/track.png',
  'https://evil.example/"><script>hacked=1</script>.png',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="window.hacked=1"/>',
  `${'\u202E'.repeat(500)}deep ${'\u2066'.repeat(500)}isolated ${'W'.repeat(5000)}`,
];

test('[MSG-51] [MSG-220] [MSG-221] [MSG-222] unusual messages are truncated and can be read in full; hostile ones run nothing', async ({
  users,
  openAs,
  backend,
  directChat: { ann, bob, chatId },
}) => {
  const unusual = [
    '\u0e01\u0e49\u0e49\u0e49\u0e49\u0e49\u0e49\u0e49\u0e49'.repeat(1_000),
    `z${'\u0300\u0301\u0316\u0334'.repeat(600)}`,
    '\u{1f468}\u200d'.repeat(900) + '\u{1f468}',
    'https://a.example '.repeat(500),
    'https://a.example/ab '.repeat(120),
    '*'.repeat(9_900),
    'line\n'.repeat(1_500),
  ];
  const long = `${'once upon a time '.repeat(400)}they lived happily ever after`;
  await postMessages(users, chatId, [[bob, ...unusual, long, 'the last one']]);
  await markRead(users, ann, chatId);
  const page = await openAs(ann, `/chat/${chatId}`);
  await expect(messageText(page, 'the last one')).toBeVisible();

  await test.step('each renders a limited number of characters, lines and elements', async () => {
    const rendered = await messageList(page)
      .getByRole('article')
      .evaluateAll((articles) =>
        articles.map((article) => {
          const bubble = article.querySelector('[dir=auto]');
          const text = bubble?.textContent ?? '';
          return {
            characters: text.length,
            lines: text.split('\n').length,
            marksInARow: Math.max(0, ...(text.match(/\p{M}+/gu) ?? []).map(({ length }) => length)),
            links: bubble?.querySelectorAll('a').length ?? 0,
            elements: article.querySelectorAll('*').length,
          };
        }),
      );
    const most = (part: keyof (typeof rendered)[number]) => Math.max(...rendered.map((one) => one[part]));
    expect(rendered).toHaveLength(unusual.length + 2);
    expect(most('characters')).toBeLessThanOrEqual(3_000);
    expect(most('lines')).toBeLessThanOrEqual(40);
    expect(most('marksInARow')).toBeLessThanOrEqual(8);
    expect(most('links')).toBe(50);
    expect(most('elements')).toBeLessThanOrEqual(80);
  });

  await test.step('the full text opens in a dialog, and Back closes it', async () => {
    // Measured from the end, because a link preview further up may fail and disappear meanwhile.
    const distanceToEnd = () =>
      messageList(page).evaluate((view) => Math.round(view.scrollHeight - view.clientHeight - view.scrollTop));
    const before = await distanceToEnd();
    await page.getByRole('button', { name: 'Show more' }).last().click();
    const fullText = page.getByRole('dialog', { name: 'Message from Bob Ray' });
    await expect(fullText.getByText('they lived happily ever after')).toBeAttached();
    await page.goBack();
    await expect(fullText).toBeHidden();
    await expect.poll(distanceToEnd).toBe(before);
    await expect(page.getByRole('button', { name: 'Show more' }).last()).toBeFocused();
  });

  await test.step('[MSG-51] hostile ones run nothing, ask no other host, and stay inside their bubble', async () => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    for (const text of hostileTexts) {
      await postMessages(users, chatId, [[bob, text, 'still here']]);
      await markRead(users, ann, chatId);
      await page.reload();
      await expect(messageText(page, 'still here').last()).toBeVisible();
      await expect(messageList(page).getByRole('article')).not.toHaveCount(1);
      await expect(page.getByText('This message cannot be shown')).toHaveCount(0);
      expect(await messageList(page).evaluate((view) => view.scrollWidth - view.clientWidth)).toBeLessThanOrEqual(0);
      expect(await page.evaluate(() => 'hacked' in window), text).toBe(false);
    }
    expect(await horizontalOverflow(page)).toBe(0);
    expect(requests.filter((url) => !url.startsWith(backend.url) && !/^(?:data|blob):/.test(url))).toEqual([]);
  });

  await test.step('[MSG-262] the button is large enough for touch on a phone', async () => {
    await page.setViewportSize(phone);
    const height = async () =>
      (await page.getByRole('button', { name: 'Show more' }).last().boundingBox())?.height ?? 0;
    await expect.poll(height).toBeGreaterThanOrEqual(44);
  });
});
