import { foreignImagePath, getForeignImage, limits, type LinkPreview } from '@chat-app/contract';
import type { PageHead } from './page-head.ts';
import { toLine } from './page-text.ts';

const titleNames = ['og:title', 'twitter:title'];
const descriptionNames = ['og:description', 'twitter:description', 'description'];
const imageNames = ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'];

/** The preview of a page, or null when it has no metadata. `parseImage` returns null for an image we do not fetch. */
export function presentLinkPreview(
  { title, metaByName }: PageHead,
  parseImage: (address: string) => URL | null,
): LinkPreview | null {
  const said = (names: string[]) => names.flatMap((name) => metaByName.get(name) ?? []);
  const firstLine = (texts: string[], maxLength: number) =>
    texts.map((text) => toLine(text, maxLength)).find((line) => line !== '') ?? '';

  const preview = {
    title: firstLine([...said(titleNames), title], limits.previewTitleMaxLength),
    description: firstLine(said(descriptionNames), limits.previewDescriptionMaxLength),
    image: toImage(said(imageNames), parseImage),
    screenshot: null,
  };
  const saysNothing = preview.title === '' && preview.description === '' && preview.image === null;
  return saysNothing ? null : preview;
}

function toImage(addresses: string[], parse: (address: string) => URL | null): { url: string } | null {
  for (const address of addresses) {
    const url = parse(address)?.href;
    // Skips addresses that the image proxy would refuse, for example because they are too long.
    if (url !== undefined && getForeignImage.input.safeParse({ url }).success) return { url: foreignImagePath(url) };
  }
  return null;
}
