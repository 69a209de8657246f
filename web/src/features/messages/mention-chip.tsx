import { mentionNames } from '@chat-app/contract';
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

/** The name of a mentioned person. The user's own name stands out. */
export function MentionChip({ target, source }: MentionChipProps) {
  const name = mentionNames(use(MentionsContext))(target);
  const me = useMe();
  if (name === undefined) return source;
  const isMe = target === me.id || target === 'all';
  return (
    <span
      className={classNames(
        'rounded-[4px] box-decoration-clone px-0.5 font-medium in-[.bg-accent-fill]:bg-black/20 in-[.bg-accent-fill]:text-on-accent',
        isMe ? 'bg-accent-fill text-on-accent' : 'bg-accent-soft text-accent',
      )}
    >
      @<bdi>{target === me.id ? me.name : name}</bdi>
    </span>
  );
}
