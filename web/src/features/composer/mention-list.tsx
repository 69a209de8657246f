import { AtSign } from 'lucide-react';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { MentionOption } from './mention-text.ts';
import { optionId } from './use-mentions.ts';

interface MentionListProps {
  id: string;
  suggestions: readonly MentionOption[];
  /** The option that Enter picks. */
  index: number;
  onPick: (option: MentionOption) => void;
}

const reveal = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' });

/** The members who can be mentioned, above the field. */
export function MentionList({ id, suggestions, index, onPick }: MentionListProps) {
  if (suggestions.length === 0) return null;
  return (
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot belong to a text field
      role="listbox"
      aria-label="Mention"
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      tabIndex={-1}
      className={classNames(
        'absolute bottom-full left-0 z-popover mb-2 max-h-64 w-80 max-w-full overflow-y-auto overscroll-contain',
        'animate-rise rounded-card border border-line bg-raised p-1 shadow-raised',
      )}
    >
      {suggestions.map((option, place) => {
        const isActive = place === index;
        return (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles the keys
          <div
            key={option.id}
            ref={isActive ? reveal : null}
            id={optionId(id, option)}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- outside of a select
            role="option"
            tabIndex={-1}
            aria-selected={isActive}
            onClick={() => onPick(option)}
            className={classNames(
              'flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control px-2 roomy:min-h-10',
              isActive ? 'bg-accent-soft' : 'hover:bg-hover',
            )}
          >
            {option.avatar === null ? (
              <EverybodyIcon />
            ) : (
              <Avatar src={option.avatar} name={option.name} className="size-7 text-13" />
            )}
            <bdi className="min-w-0 truncate font-medium">{option.label}</bdi>
            {option.id === 'all' && <span className="min-w-0 truncate text-13 text-muted">Notify everybody here</span>}
          </div>
        );
      })}
    </div>
  );
}

function EverybodyIcon() {
  return (
    <span className="flex size-7 shrink-0 items-center justify-center rounded-full bg-accent-fill text-on-accent">
      <AtSign aria-hidden="true" className="size-4" />
    </span>
  );
}
