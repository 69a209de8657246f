import type { ChatListItem, Message } from '@chat-app/contract';

const style = `
  body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; color: #1c1f26; }
  article { margin: .75rem 0; } header { font-size: 13px; color: #5b6472; } p { margin: 0; white-space: pre-wrap; }
  b { color: #1c1f26; } a { color: #1f5fbf; overflow-wrap: anywhere; }
`;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

/** The policy keeps a page that somebody else's text is in from loading or running anything. */
export const pageStart = (title: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escape(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escape(title)}</h1>
`;
export const pageEnd = '</body>\n</html>\n';

/** The first page: where everything is. */
export function indexPage(title: string, chats: readonly { chat: ChatListItem; folder: string }[]): string {
  const links = chats.map(
    ({ chat, folder }) => `<li><a href="${escape(encodeURI(folder))}/messages.html">${escape(chat.name)}</a></li>`,
  );
  return `${pageStart(title)}<ul>
<li><a href="profile.json">Profile</a></li>
<li><a href="friends.json">Friends</a></li>
<li><a href="files.json">Your files</a>, in the folder <code>files</code></li>
</ul>
<h2>Chats</h2>
<ul>
${links.join('\n')}
</ul>
${pageEnd}`;
}

/** Returns the place of a file in the archive, if it is there. */
type PlaceOf = (message: Message, url: string) => string | null;

export function messageArticle(message: Message, placeOf: PlaceOf): string {
  const { createdAt, sender, forwardedFrom, replyTo } = message;
  const about = [
    `<b>${escape(sender?.name ?? '')}</b> <time>${escape(createdAt)}</time>`,
    ...(forwardedFrom ? [`forwarded from ${escape(forwardedFrom.name)}`] : []),
    ...(replyTo ? ['reply'] : []),
    ...(message.editedAt === undefined ? [] : ['edited']),
  ];
  return `<article><header>${about.join(' · ')}</header><p>${bodyOf(message, placeOf)}</p></article>\n`;
}

function bodyOf(message: Message, placeOf: PlaceOf): string {
  const { type, content, url, mentions = [] } = message;
  const address = type === 'image' ? content : url;
  if (address !== undefined && address.startsWith('/')) {
    const file = placeOf(message, address);
    const label = escape(type === 'image' ? 'Picture' : content);
    return file === null ? label : `<a href="${escape(encodeURI(file))}">${label}</a>`;
  }
  const names = new Map<string, string>(mentions.map(({ _id, name }) => [_id, name]));
  return escape(content.replace(/<@([\w-]+)>/g, (token, id: string) => (names.has(id) ? `@${names.get(id)}` : token)));
}
