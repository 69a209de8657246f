import { foreignImagePath, getLinkPreview, toRequest } from '@chat-app/contract';
import type { ServerResponse } from 'node:http';
import sharp from 'sharp';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { type Person, people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';
import { aRedirect, type ForeignSite, useForeignSite } from '../../platform/outbound/foreign-site.fixture.ts';

/** What one host, and one person, may keep busy. */
const [perHost, perPerson] = [8, 6];

const hanging = useForeignSite();
const alsoHanging = useForeignSite();
const fast = useForeignSite();
const hosts = () => [hanging, alsoHanging, fast].map(({ host }) => host).join();
const app = useOwnTestApp(() => ({ LINK_PREVIEW_ALLOW: hosts() }));
const { aVerifiedUser } = people(app);

/** Requests that a site has received and does not answer. */
const held: ServerResponse[] = [];
const release = () => {
  for (const response of held.splice(0)) response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Late');
};
afterEach(release);
// No fetch ends by time, however busy the machine is: the shares are the subject.
const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
afterAll(() => timeout.mockRestore());

const aHangingPage = (site: ForeignSite) => site.serve((_, response) => void held.push(response));
const hangingPages = (site: ForeignSite, count: number) => Array.from({ length: count }, () => aHangingPage(site));
const previewOf = (person: Person, url: string) => person.call(getLinkPreview, { url });
const areHeld = (count: number) => vi.waitFor(() => expect(held).toHaveLength(count), { interval: 5 });
/** Other hosts are not affected. */
const expectFast = async (person: Person) =>
  expect((await previewOf(person, fast.serve('<title>Fast</title>'))).body.data?.title).toBe('Fast');
/** Waits until so many fetches are running or waiting. */
const queueLength = (length: number) =>
  vi.waitUntil(
    async () => {
      const { text } = await app.client().send('GET', '/metrics');
      return text.includes(`chat_app_queue_depth{queue="link_previews"} ${length}\n`);
    },
    { interval: 20 },
  );
const statusesOf = async (answers: Promise<{ status: number }>[]) =>
  new Set((await Promise.all(answers)).map(({ status }) => status));
const allFound = new Set([200]);
const aPng = (size: number) => {
  const create = { width: size, height: size, channels: 3, background: 'red' } as const;
  return sharp({ create }).png({ palette: true }).toBuffer();
};
const showImage = async (person: Person, bytes: Buffer) => {
  const url = fast.serve((_, response) => response.end(bytes));
  return (await person.send('GET', foreignImagePath(url))).status;
};

/** Previews of hanging pages for several people; `areHeld` and `release` follow. */
async function crowd(pages: readonly string[], size: number) {
  const crowdOf = await Promise.all(Array.from({ length: size }, () => aVerifiedUser()));
  return pages.map((url, index) => previewOf(crowdOf[index % size] as Person, url));
}

describe('[PRV-300] while a host hangs', () => {
  test('it gets its share of the fetches, and the pages of other hosts are fetched at once', async () => {
    const bob = await aVerifiedUser();
    const picture = await aPng(9);
    // Starts the decoder, which takes a while.
    await showImage(bob, picture);
    const answers = await crowd(hangingPages(hanging, perHost + 4), 4);
    await areHeld(perHost);
    await expectFast(bob);
    expect(await showImage(bob, picture)).toBe(200);
    expect(held).toHaveLength(perHost);
    release();
    await areHeld(4);
    release();
    expect(await statusesOf(answers)).toEqual(allFound);
  });

  test('a person gets their share of the fetches, and those of another person begin at once', async () => {
    const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
    const pages = [...hangingPages(hanging, 5), ...hangingPages(alsoHanging, 5)];
    const answers = pages.map((url) => previewOf(ann, url));
    await areHeld(perPerson);
    await expectFast(bob);
    // The hosts that hang have room for others too.
    const other = previewOf(bob, aHangingPage(hanging));
    await areHeld(perPerson + 1);
    release();
    await areHeld(pages.length - perPerson);
    release();
    expect(await statusesOf([...answers, other])).toEqual(allFound);
  });

  test('more requests of a person than can wait are refused at once with Retry-After, and the others are answered', async () => {
    const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
    const [waiting, tooMany] = [200, 5];
    let refused = 0;
    const answers = hangingPages(hanging, perPerson + waiting + tooMany).map(async (url) => {
      const { status, headers, body } = await previewOf(ann, url);
      if (status === 200) return;
      refused += 1;
      const isLater = Number(headers.get('retry-after')) > 0;
      expect([status, body.code, isLater]).toEqual([503, 'unavailable', true]);
    });
    await areHeld(perPerson);
    await vi.waitFor(() => expect(refused).toBeGreaterThanOrEqual(tooMany));
    await expectFast(bob);
    let isAnswered = false;
    const all = Promise.all(answers).finally(() => (isAnswered = true));
    await vi.waitUntil(
      () => {
        release();
        return isAnswered;
      },
      { interval: 5 },
    );
    await all;
  });

  test('a viewer who leaves gives up the place in the queue', async () => {
    const ann = await aVerifiedUser();
    const answers = hangingPages(hanging, perPerson).map((url) => previewOf(ann, url));
    await areHeld(perPerson);
    const leaving = new AbortController();
    const [left, next] = [aHangingPage(hanging), aHangingPage(hanging)];
    const { url: path } = toRequest(getLinkPreview, { url: left });
    const headers = { cookie: `session=${ann.cookies.get('session')}` };
    const asked = fetch(app.baseUrl + path, { headers, signal: leaving.signal });
    const waits = previewOf(ann, next);
    await queueLength(perPerson + 2);
    leaving.abort();
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    await queueLength(perPerson + 1);
    release();
    await areHeld(1);
    release();
    expect(await statusesOf([...answers, waits])).toEqual(allFound);
    expect(hanging.visits(left)).toBe(0);
  });
});

test('[PRV-301] a page that several people ask for is fetched once, as soon as one of them has a turn', async () => {
  const [ann, bob, cat] = [await aVerifiedUser(), await aVerifiedUser(), await aVerifiedUser()];
  const answers = hangingPages(hanging, perPerson).map((url) => previewOf(ann, url));
  await areHeld(perPerson);
  const page = fast.serve('<title>Shared</title>');
  const asked = [ann, ann, bob, cat].map((person) => previewOf(person, page));
  for (const { body } of await Promise.all(asked)) expect(body.data?.title).toBe('Shared');
  expect([fast.visits(page), held.length]).toEqual([1, perPerson]);
  release();
  expect(await statusesOf(answers)).toEqual(allFound);
});

test('[PRV-302] a redirect to a busy host is answered with 503, which is not cached, and frees its own host', async () => {
  const ann = await aVerifiedUser();
  const answers = await crowd(hangingPages(hanging, perHost), 2);
  await areHeld(perHost);
  const redirect = fast.serve(aRedirect(hanging.serve('<title>Behind</title>')));
  expect(await previewOf(ann, redirect)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  release();
  await Promise.all(answers);
  expect((await previewOf(ann, redirect)).body.data?.title).toBe('Behind');

  // A host that redirects to hanging ones is not busy because of them.
  const redirects = hangingPages(hanging, perHost).map((url) => fast.serve(aRedirect(url)));
  const moved = await crowd(redirects, 2);
  await areHeld(perHost);
  await expectFast(ann);
  release();
  expect(await statusesOf(moved)).toEqual(allFound);
});

test('[PRV-303] images of one person that are slow to decode do not delay those of another', async () => {
  const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
  const [large, small] = [await aPng(3000), await aPng(9)];
  const before = fast.requests.length;
  let shown = 0;
  const slow = Array.from({ length: perPerson }, async () => {
    expect(await showImage(ann, large)).toBe(200);
    shown += 1;
  });
  await vi.waitFor(() => expect(fast.requests).toHaveLength(before + slow.length), { interval: 5 });
  expect(await showImage(bob, small)).toBe(200);
  expect(shown).toBeLessThan(slow.length);
  await Promise.all(slow);
});
