import { linkOf, linkPattern } from '@chat-app/contract';

interface Part {
  readonly text: string;
  /** Of a link; null for plain text. */
  readonly href: string | null;
}

/** Plain text in which addresses are links. */
export function AnnouncementText({ text }: { text: string }) {
  return splitLinks(text).map(({ text: part, href }, index) =>
    href === null ? (
      part
    ) : (
      <a
        // oxlint-disable-next-line react/no-array-index-key -- parts have no other identity
        key={index}
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        className="font-medium underline underline-offset-2"
      >
        {part}
      </a>
    ),
  );
}

function splitLinks(text: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const found of text.matchAll(new RegExp(linkPattern, `${linkPattern.flags}g`))) {
    const link = linkOf(found[0]);
    if (!link) continue;
    parts.push({ text: text.slice(end, found.index), href: null }, link);
    end = found.index + link.text.length;
  }
  return [...parts, { text: text.slice(end), href: null }];
}
