import type { Quote } from '@chat-app/contract';

/** What a quote says in a line or two. */
export function quoteText({ type, content }: Pick<Quote, 'type' | 'content'>): string {
  return type === 'image' ? 'Image' : content.replaceAll(/\s+/g, ' ');
}
