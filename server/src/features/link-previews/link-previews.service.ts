import { answerTexts, type LinkPreview } from '@chat-app/contract';
import { createCache } from '../../platform/cache.ts';
import { invalidInput } from '../../platform/errors.ts';
import type { ImageDecoder } from '../../platform/images/image-decoder.ts';
import { type AddressGuard, AddressForbidden } from '../../platform/outbound/address-guard.ts';
import type { Fetched, GuardedFetch } from '../../platform/outbound/guarded-fetch.ts';
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

export type LinkPreviews = ReturnType<typeof createLinkPreviews>;

/** The cached result for an address. Refusals are cached too, or each view of a message would look up the name. */
type Outcome<Found> = { kind: 'found'; found: Found } | { kind: 'nothing' } | { kind: 'forbidden' };

const foundMs = 24 * 60 * 60_000;
const nothingMs = 10 * 60_000;
const ttlMs = ({ kind }: Outcome<unknown>) => (kind === 'found' ? foundMs : nothingMs);

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
  const fetchImage = createForeignImages({ fetchGuarded, decoder, scratchDir });

  const readPreview = async ({ url, contentType, body }: Fetched): Promise<LinkPreview | null> => {
    if (!/^\s*(text\/html|application\/xhtml\+xml)\s*(;|$)/i.test(contentType)) return null;
    const head = await readHead(readText(body, contentType));
    return presentLinkPreview(head, (address) => guard.parse(address, url));
  };
  const fetchPreview = (url: URL) =>
    fetchGuarded(url, { accept: 'text/html,application/xhtml+xml', maxBytes: pageMaxBytes, read: readPreview });

  const parse = (address: string): URL => {
    const url = guard.parse(address);
    if (url === null) throw addressForbidden();
    return url;
  };

  return {
    /** The preview of the page, or null. */
    async findPreview(address: string): Promise<LinkPreview | null> {
      const url = parse(address);
      return foundIn(await previews(url.href, () => outcomeOf(fetchPreview(url))));
    },

    /** The image, or null. */
    async findImage(address: string): Promise<ForeignImage | null> {
      const url = parse(address);
      return foundIn(await images(url.href, () => outcomeOf(fetchImage(url))));
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

const addressForbidden = () => invalidInput(answerTexts.addressForbidden, { url: answerTexts.addressForbidden });
