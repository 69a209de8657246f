import { limits, plainText } from '@chat-app/contract';
import type { Quote } from '@chat-app/contract';

/** What a quote says in a line or two. */
export function quoteText({ type, content }: Pick<Quote, 'type' | 'content'>): string {
  if (type === 'image') return 'Image';
  const isText = type === 'text' || type === 'emoji';
  const text = isText ? plainText(content, { isCut: content.length >= limits.quoteMaxLength }) : content;
  return text.replaceAll(/\s+/g, ' ');
}
