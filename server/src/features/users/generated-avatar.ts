import { avatarGradientOf, initialsOf } from '@chat-app/contract';

/** A square image with initials. The colours derive from the id, so they stay the same when the name changes. */
export function renderGeneratedAvatar(id: string, name: string): string {
  const [from, to] = avatarGradientOf(id);
  const initials = escapeXml(initialsOf(name));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96" role="img" aria-label="${initials}">
<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>
<rect width="96" height="96" fill="url(#g)"/>
<text x="48" y="49" fill="#fff" font-family="Inter, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif" font-size="36" font-weight="600" text-anchor="middle" dominant-baseline="central">${initials}</text>
</svg>
`;
}

function escapeXml(text: string): string {
  const entities: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": '&apos;' };
  return text.replace(/[<>&"']/g, (character) => entities[character] ?? '');
}
