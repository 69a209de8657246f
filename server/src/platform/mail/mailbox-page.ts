import { linksIn } from './links.ts';
import { mailboxStyles } from './mailbox-styles.ts';
import type { OutboxMail } from './outbox.ts';
import { escapeHtml } from './templates/escape-html.ts';

export const mailboxPath = '/dev/mailbox';

/** Compares the list on the page with the server's every two seconds, and reloads the page when they differ. */
export const mailboxScript = `
const newestOf = (page) => page.querySelector('main').dataset.newest;
setInterval(async () => {
  if (document.hidden) return;
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  if (newestOf(page) !== newestOf(document)) location.reload();
}, 2000);
`;

/** The outbox as a page, newest first: all mails, or those to one address. Reloads when a new mail arrives. */
export function renderMailboxList(all: readonly OutboxMail[], to: string | null = null): string {
  const mails = all.filter((mail) => to === null || mail.to.toLowerCase() === to.toLowerCase());
  const rows = mails.map(renderRow).join('\n');
  return renderPage({
    title: 'Outgoing mails',
    newest: `${mails.length} ${mails[0]?.id ?? ''}`,
    body: `${to === null ? '' : `<nav><a href="${mailboxPath}">&larr; All mails</a></nav>\n`}<header><h1>Outgoing mails</h1><p>No mail server is set, so mails stay here. New ones appear by themselves.</p></header>
${mails.length > 0 ? `<ol class="card">${rows}</ol>` : '<p class="card empty">No mails yet. They appear here as soon as one is sent.</p>'}`,
  });
}

/** One mail: recipient, date, links, rendered HTML and plain text. */
export function renderMailboxMail(mail: OutboxMail): string {
  const subject = mail.subject || 'No subject';
  const frame = `${mailboxPath}/${encodeURIComponent(mail.id)}/html`;
  return renderPage({
    title: subject,
    body: `<nav><a href="${mailboxPath}">&larr; All mails</a></nav>
<header><h1>${escapeHtml(subject)}</h1><p>To ${escapeHtml(mail.to)}, ${renderTime(mail.date)}</p></header>
${renderLinks(mail)}
<h2>As it looks</h2>
<iframe class="card" title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" src="${escapeHtml(frame)}"></iframe>
<h2>As plain text</h2>
<pre class="card">${escapeHtml(mail.text)}</pre>`,
  });
}

/** The mail's own HTML for the frame. Its links open in a new tab, since the sandboxed frame could not follow them. */
export function renderMailboxHtml(mail: OutboxMail): string {
  const base = '<base target="_blank">';
  return /<head>/i.test(mail.html) ? mail.html.replace(/<head>/i, (head) => head + base) : base + mail.html;
}

function renderRow(mail: OutboxMail): string {
  const [link] = linksIn(mail.text);
  const label = escapeHtml(`Open the link of: ${mail.subject || 'No subject'}`);
  return `<li><a class="mail" href="${mailboxPath}/${encodeURIComponent(mail.id)}">
<span class="subject">${escapeHtml(mail.subject || 'No subject')}</span>
<span class="time">${renderTime(mail.date)}</span>
<span class="to">${escapeHtml(mail.to)}</span>
</a>${link === undefined ? '' : `<a class="open" href="${escapeHtml(link)}" rel="noreferrer" aria-label="${label}">Open the link</a>`}</li>`;
}

function renderLinks(mail: OutboxMail): string {
  const links = [...new Set(linksIn(mail.text))];
  if (links.length === 0) return '';
  const items = links.map((link) => {
    const address = escapeHtml(link);
    return `<li><a href="${address}" target="_blank" rel="noopener noreferrer">${address}</a></li>`;
  });
  return `<h2>Links</h2>\n<ul class="card links">${items.join('')}</ul>`;
}

function renderTime(date: string): string {
  const time = new Date(date);
  if (Number.isNaN(time.getTime())) return 'at an unknown time';
  const iso = time.toISOString();
  return `<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`;
}

interface MailboxPage {
  title: string;
  body: string;
  /** Identifies the content of the list; the page reloads when it changes. Omitted on pages that cannot change. */
  newest?: string;
}

function renderPage({ title, body, newest }: MailboxPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${mailboxStyles}</style>
</head>
<body>
<main${newest === undefined ? '' : ` data-newest="${escapeHtml(newest)}"`}>
${body}
</main>
${newest === undefined ? '' : `<script>${mailboxScript}</script>\n`}</body>
</html>
`;
}
