import { limits, plainText, quotedContent } from '@chat-app/contract';
import type { Message, Quote } from '@chat-app/contract';

/** What a quote says in a line or two. */
export function quoteText({ type, content }: Pick<Quote, 'type' | 'content'>): string {
  if (type === 'image') return 'Image';
  const isText = type === 'text' || type === 'emoji';
  // One less where half of a character was left out.
  const isTruncated = content.length >= limits.quoteMaxLength - 1;
  const text = isText ? plainText(content, { isTruncated }) : content;
  return text.replaceAll(/\s+/g, ' ');
}

/** What a message says in a line or two. */
export const messageLine = (message: Message) => quoteText({ type: message.type, content: quotedContent(message) });

const maxLabelLength = 30;

/** Names a message in the label of a button, because identical labels cannot be distinguished by ear. */
export function messageLabel(message: Message): string {
  return message.type === 'image' ? 'image' : messageLine(message).slice(0, maxLabelLength);
}
