import { parseMessage } from '@chat-app/contract';
import type { Block, Mention, MessageId } from '@chat-app/contract';
import type { ReactNode } from 'react';
import { excerptOf, displayText } from './display-text.ts';
import { FormattedText } from './formatted-text.tsx';
import { MarkerContext, useMarker } from './marked-text.tsx';
import { MentionsContext, noMentions } from './mention-chip.tsx';
import { classNames } from '../../ui/class-names.ts';

interface MessageTextProps {
  messageId: MessageId;
  text: string;
  mentions: readonly Mention[] | undefined;
  /** Follows the text. */
  mark: ReactNode;
  className: string;
  onShowFull: (opener: HTMLElement) => void;
}

/** Clips its content, so that stacked combining characters stay inside the bubble. */
export function MessageText({ messageId, text, mentions, mark, className, onShowFull }: MessageTextProps) {
  const displayed = displayText(text);
  const excerpt = excerptOf(displayed);
  const marker = useMarker(messageId, text);
  return (
    <div
      dir="auto"
      className={classNames(className, 'w-fit overflow-clip px-3.5 py-2 text-15 wrap-anywhere whitespace-pre-wrap')}
    >
      <MentionsContext value={mentions ?? noMentions}>
        <MarkerContext value={marker}>
          <FormattedText blocks={excerpt === null ? parseMessage(displayed) : parseExcerpt(excerpt)} />
        </MarkerContext>
      </MentionsContext>
      {excerpt !== null && (
        <button
          type="button"
          onClick={({ currentTarget }) => onShowFull(currentTarget)}
          className="mt-1 flex min-h-11 items-center font-semibold underline underline-offset-2 focus-visible:outline-current roomy:min-h-9"
        >
          Show more
        </button>
      )}
      {mark && <> {mark}</>}
    </div>
  );
}

/** The beginning of a long message. */
function parseExcerpt(excerpt: string): Block[] {
  const blocks = parseMessage(excerpt, { isTruncated: true });
  const last = blocks.at(-1);
  const more = { kind: 'text', text: '…' } as const;
  if (last?.kind !== 'paragraph') return [...blocks, { kind: 'paragraph', children: [more] }];
  return [...blocks.slice(0, -1), { kind: 'paragraph', children: [...last.children, more] }];
}
