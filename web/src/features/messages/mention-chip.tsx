import { mentionNames, withMentionNames } from '@chat-app/contract';
import type { Mention, MentionId } from '@chat-app/contract';
import { createContext, use } from 'react';
import { useMe } from '../../api/me.ts';
import { classNames } from '../../ui/class-names.ts';

export const noMentions: readonly Mention[] = [];

/** Whom the message mentions that is being shown. */
export const MentionsContext = createContext(noMentions);

interface MentionChipProps {
  target: MentionId;
  /** Shown if it is no mention. */
  source: string;
}

/** The text of code, in which mentions are names but no chips. */
export const useTextWithNames = (text: string) => withMentionNames(text, use(MentionsContext));

/** The name of a mentioned person. The user's own name stands out. */
export function MentionChip({ target, source }: MentionChipProps) {
  const name = mentionNames(use(MentionsContext))(target);
  const me = useMe();
  if (name === undefined) return source;
  const isMe = target === me.id || target === 'all';
  return (
    <span
      className={classNames(
        'rounded-[4px] box-decoration-clone px-0.5 font-medium',
        // The user's own bubble is filled, and says how to set something apart in it.
        isMe
          ? 'bg-[var(--inset,var(--accent-fill))] text-on-accent'
          : 'bg-[var(--inset,var(--accent-soft))] text-accent in-[.bg-accent-fill]:text-on-accent',
      )}
    >
      @<bdi>{target === me.id ? me.name : name}</bdi>
    </span>
  );
}
