import { renderLayout, type MailContent } from './layout.ts';

/** The plain-text and HTML versions of a mail. */
export interface RenderedMail {
  text: string;
  html: string;
}

type NoticeMail = Omit<MailContent, 'button'>;
type ActionMail = NoticeMail & { button: { label: string; url: string } };

/** A mail that asks for one click, such as confirming an address. */
export function renderActionMail(mail: ActionMail): RenderedMail {
  if (!/^https?:\/\/[^\s<>"]+$/.test(mail.button.url)) throw new Error('The link of a mail must be an http address');
  return { text: renderText(mail), html: renderLayout(mail) };
}

/** A mail that only informs, for example of a changed password. */
export function renderNoticeMail(mail: NoticeMail): RenderedMail {
  return { text: renderText(mail), html: renderLayout(mail) };
}

const textWidth = 72;

function renderText({ title, greeting, paragraphs, button, footnote }: MailContent): string {
  const blocks = [greeting, ...paragraphs].map(wrap);
  // The address is on its own line and unwrapped: a line break would break the link.
  if (button) blocks.push(`${wrap(`${button.label}:`)}\n${button.url}`);
  if (footnote !== undefined) blocks.push(wrap(footnote));
  return [...blocks, `-- \n${wrap(title)}`].join('\n\n') + '\n';
}

function wrap(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= textWidth) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}
