import { type Mention, mentionNames, replaceMentions, withoutCutToken } from '../mentions.ts';
import type { Message } from '../messages.ts';
import type { UserId } from '../primitives.ts';
import { voiceMessageText } from '../texts.ts';
import type { Block, Inline } from './formatted-text.ts';
import { parseMessage } from './parse-message.ts';

interface PlainTextOptions {
  /** The text goes on after its end: what is open there is closed, so that no spoiler is revealed. */
  isTruncated?: boolean;
  /** The names of those who may be mentioned. Without a name a mention shows its source text. */
  nameOf?: (target: UserId | 'all') => string | undefined;
}

/** Without one of these, the plain text is the content; lists keep their markers. */
const mayBeFormatted = /[*_~`|<]|^> /mu;
const hiddenText = '[Spoiler]';

/** The content of a text message without formatting, for notifications and one-line previews. */
export function plainText(
  content: string,
  { isTruncated = false, nameOf = () => undefined }: PlainTextOptions = {},
): string {
  if (!mayBeFormatted.test(content)) return content;
  const ofInline = (nodes: readonly Inline[]): string =>
    nodes
      .map((node) => {
        if (node.kind === 'spoiler') return hiddenText;
        if ('children' in node) return ofInline(node.children);
        if (node.kind === 'code') return replaceMentions(node.text, nameOf);
        const name = node.kind === 'mention' ? nameOf(node.target) : undefined;
        return name === undefined ? node.text : `@${name}`;
      })
      .join('');
  const ofBlock = (block: Block): string => {
    if (block.kind === 'codeBlock') return replaceMentions(block.text, nameOf);
    if (block.kind === 'quote') return block.blocks.map(ofBlock).join('\n');
    if (block.kind === 'paragraph') return ofInline(block.children);
    return block.items
      .map(({ number, children }) => `${number === null ? '-' : `${number}.`} ${ofInline(children)}`)
      .join('\n');
  };
  return parseMessage(content, { isTruncated }).map(ofBlock).join('\n');
}

/** The server keeps this many characters of the last message of a chat. */
const keptLength = 200;
/** More than a line or a notification shows. */
const maxPreviewLength = 1_000;

interface LastMessage extends Pick<Message, 'type' | 'content'> {
  readonly mentions?: readonly Mention[] | null | undefined;
}

/** What a message says in one line: in the list of chats and in notifications. */
export function lastLine({ type, content, mentions }: LastMessage): string {
  if (type === 'image') return 'sent an image';
  if (type === 'file' || type === 'fileTransfer') return 'sent a file';
  if (type === 'voice') return voiceMessageText;
  // The server's own texts contain names, which are not formatted.
  if (type === 'system') return content;
  const isTruncated = content.length >= keptLength;
  const kept = content.slice(0, maxPreviewLength);
  return plainText(isTruncated ? withoutCutToken(kept) : kept, { isTruncated, nameOf: mentionNames(mentions) });
}
