import { inputTexts, type LinkPreview, type UserId } from '@chat-app/contract';
import { createCache } from '../../platform/cache.ts';
import { invalidInput } from '../../platform/errors.ts';
import { createFairQueue, type Turn } from '../../platform/fair-queue.ts';
import type { ImageDecoder } from '../../platform/images/image-decoder.ts';
import { type AddressGuard, AddressForbidden } from '../../platform/outbound/address-guard.ts';
import { type Fetched, type GuardedFetch, hostKeyOf } from '../../platform/outbound/guarded-fetch.ts';
import { Unreachable } from '../../platform/outbound/pinned-request.ts';
import { createForeignImages, type ForeignImage } from './foreign-images.ts';
import { readHead } from './page-head.ts';
import { readText } from './page-text.ts';
import { presentLinkPreview } from './link-previews.presenter.ts';

interface LinkPreviewDeps {
  readonly guard: AddressGuard;
  readonly fetchGuarded: GuardedFetch;
  /** Not the decoder for uploads: images that strangers link to must not delay uploads. */
  readonly decoder: ImageDecoder;
  readonly scratchDir: string;
  readonly now?: () => number;
}

/** Who wants to see it. `signal` is aborted when they no longer wait. */
interface Viewer {
  readonly userId: UserId;
  readonly signal: AbortSignal;
}

export type LinkPreviews = ReturnType<typeof createLinkPreviews>;

/** The cached result for an address. Refusals are cached too, or each view of a message would look up the name. */
type Outcome<Found> = { kind: 'found'; found: Found } | { kind: 'nothing' } | { kind: 'forbidden' };

const foundMs = 24 * 60 * 60_000;
const nothingMs = 10 * 60_000;
const ttlMs = ({ kind }: Outcome<unknown>) => (kind === 'found' ? foundMs : nothingMs);

/**
 * A fetch from a host that hangs keeps its turn for five seconds. The share of a person is smaller than that of a host,
 * so that nobody uses up a host alone.
 */
const fetching = {
  concurrency: 48,
  maxPerGroup: 6,
  maxPerTarget: 8,
  maxWaiting: 200,
  maxWaitMs: 5000,
  expectedTurnMs: 500,
};

const pageMaxBytes = 1024 * 1024;
const previewsKept = 1000;
const imageBytesKept = 32 * 1024 * 1024;
/** The size of an entry without an image. */
const bareBytes = 8 * 1024;

export function createLinkPreviews({ guard, fetchGuarded, decoder, scratchDir, now = Date.now }: LinkPreviewDeps) {
  const previews = createCache<Outcome<LinkPreview>>({ maxSize: previewsKept, sizeOf: () => 1, ttlMs, now });
  const images = createCache<Outcome<ForeignImage>>({
    maxSize: imageBytesKept,
    sizeOf: (outcome) => bareBytes + (outcome.kind === 'found' ? outcome.found.content.length : 0),
    ttlMs,
    now,
  });
  const fetchTurns = createFairQueue(fetching);
  const foreignImages = createForeignImages({ fetchGuarded, decoder, scratchDir });

  const readPreview = async ({ url, contentType, body }: Fetched): Promise<LinkPreview | null> => {
    if (!/^\s*(text\/html|application\/xhtml\+xml)\s*(;|$)/i.test(contentType)) return null;
    const head = await readHead(readText(body, contentType));
    return presentLinkPreview(head, (address) => guard.parse(address, url));
  };
  const fetchPreview = (url: URL, turn: Turn) =>
    fetchGuarded(url, {
      accept: 'text/html,application/xhtml+xml',
      maxBytes: pageMaxBytes,
      enterHost: turn.moveTo,
      read: readPreview,
    });

  const acquireFor = (url: URL, viewer: Viewer) => (begun: AbortSignal) =>
    fetchTurns.acquire({
      group: viewer.userId,
      target: hostKeyOf(url),
      signal: AbortSignal.any([viewer.signal, begun]),
    });

  const parse = (address: string): URL => {
    const url = guard.parse(address);
    if (url === null) throw addressForbidden();
    return url;
  };

  return {
    /** How many addresses are waiting to be fetched or being fetched. */
    fetchDepth: fetchTurns.depth,
    /** How many images are waiting or being re-encoded. */
    decodeDepth: foreignImages.depth,

    /** The preview of the page, or null. */
    async findPreview(address: string, viewer: Viewer): Promise<LinkPreview | null> {
      const url = parse(address);
      const load = (turn: Turn) => outcomeOf(fetchPreview(url, turn));
      return foundIn(await previews(url.href, { acquire: acquireFor(url, viewer), load }));
    },

    /** The image, or null. */
    async findImage(address: string, viewer: Viewer): Promise<ForeignImage | null> {
      const url = parse(address);
      const load = (turn: Turn) => outcomeOf(foreignImages.fetch(url, { userId: viewer.userId, turn }));
      return foundIn(await images(url.href, { acquire: acquireFor(url, viewer), load }));
    },
  };
}

async function outcomeOf<Found>(work: Promise<Found | null>): Promise<Outcome<Found>> {
  try {
    const found = await work;
    return found === null ? { kind: 'nothing' } : { kind: 'found', found };
  } catch (error) {
    if (error instanceof AddressForbidden) return { kind: 'forbidden' };
    if (error instanceof Unreachable) return { kind: 'nothing' };
    throw error;
  }
}

function foundIn<Found>(outcome: Outcome<Found>): Found | null {
  if (outcome.kind === 'forbidden') throw addressForbidden();
  return outcome.kind === 'found' ? outcome.found : null;
}

const addressForbidden = () => invalidInput(inputTexts.addressForbidden, { url: inputTexts.addressForbidden });
