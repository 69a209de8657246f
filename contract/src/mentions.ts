import { z } from 'zod';
import { limits } from './limits.ts';
import { UserId } from './primitives.ts';

/** Somebody whom a message mentions; 'all' stands for everybody in a group. */
export const Mention = z.object({ _id: z.union([UserId, z.literal('all')]), name: z.string() });
export type Mention = z.infer<typeof Mention>;
export type MentionId = Mention['_id'];

/** Everybody in a group. */
export const mentionOfAll: Mention = { _id: 'all', name: 'all' };

/** A mention as it is written in a content. */
export const mentionToken = (id: MentionId) => `<@${id}>`;

const tokens = /<@(all|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})>/gi;
/** What a cut may leave of a token. */
const tokenStart = /<(?:@[\da-z-]*)?$/i;

/** The ids that a content names, each once. Whether they are mentions depends on the chat. */
export function listMentionIds(content: string): MentionId[] {
  if (!content.includes('<@')) return [];
  return [...new Set(Array.from(content.matchAll(tokens), ([, id = '']) => id.toLowerCase() as MentionId))];
}

/** Whether a message mentions this user, by name or together with everybody. */
export const mentionsUser = ({ mentions }: { mentions?: readonly Mention[] | undefined }, userId: UserId): boolean =>
  mentions?.some(({ _id }) => _id === userId || _id === 'all') ?? false;

/** Finds the name of somebody whom a message mentions. */
export function mentionNames(mentions: readonly Mention[] | null | undefined) {
  const nameById = new Map<string, string>(mentions?.map(({ _id, name }) => [_id, name]));
  return (id: MentionId) => nameById.get(id);
}

/** The content with names: '@Ann'. What is no mention stays as it is. */
export function withMentionNames(content: string, mentions: readonly Mention[] | null | undefined): string {
  return mentions && mentions.length > 0 ? replaceMentions(content, mentionNames(mentions)) : content;
}

export function replaceMentions(content: string, nameOf: ReturnType<typeof mentionNames>): string {
  if (!content.includes('<@')) return content;
  return content.replaceAll(tokens, (token, id: string) => {
    const name = nameOf(id.toLowerCase() as MentionId);
    return name === undefined ? token : `@${name}`;
  });
}

/** The content with spaces instead of ids, so that offsets stay the same. */
export const maskMentions = (content: string): string =>
  content.includes('<@') ? content.replaceAll(tokens, (token) => ' '.repeat(token.length)) : content;

/** What a quote shows of a content: its beginning, with names. */
export function quotedContent({ content, mentions }: { content: string; mentions?: readonly Mention[] | undefined }) {
  const cut = withMentionNames(content, mentions).slice(0, limits.quoteMaxLength);
  // Not half of a character.
  return cut.replace(/[\ud800-\udbff]$/, '');
}

/** A content that was cut, without a token that was cut in two. */
export const withoutCutToken = (content: string) => content.replace(tokenStart, '');
