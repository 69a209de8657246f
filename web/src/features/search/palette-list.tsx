import { useId } from 'react';
import type { ReactNode, UIEvent } from 'react';
import { classNames } from '../../ui/class-names.ts';
import type { OptionGroup, PaletteOption } from './palette-options.ts';
import { PaletteRow } from './palette-row.tsx';

interface PaletteListProps {
  id: string;
  groups: readonly OptionGroup[];
  activeId: string | null;
  onPoint: (id: string) => void;
  onChoose: (option: PaletteOption) => void;
  onEndReached: () => void;
}

const nearEndPx = 300;
const reveal = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' });

/** The rows below the field, which keeps the focus. */
export function PaletteList({ id, groups, activeId, onPoint, onChoose, onEndReached }: PaletteListProps) {
  const handleScroll = ({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: UIEvent<HTMLElement>) => {
    if (scrollTop + clientHeight > scrollHeight - nearEndPx) onEndReached();
  };
  return (
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot belong to a text field
      role="listbox"
      aria-label="Results"
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onScroll={handleScroll}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-2 roomy:max-h-[min(460px,56dvh)]"
    >
      {groups.map((group) => (
        <Group key={group.id} label={group.label}>
          {group.options.map((option) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles the keys
            <div
              key={option.id}
              ref={option.id === activeId ? reveal : null}
              id={`${id}-${option.id}`}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- outside of a select
              role="option"
              tabIndex={-1}
              aria-selected={option.id === activeId}
              onMouseMove={() => onPoint(option.id)}
              onClick={() => onChoose(option)}
              className={classNames(
                'flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-2 py-1.5',
                option.id === activeId && 'bg-hover',
              )}
            >
              <PaletteRow option={option} />
            </div>
          ))}
        </Group>
      ))}
    </div>
  );
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  const labelId = useId();
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for controls
    <div role="group" aria-labelledby={labelId}>
      <div id={labelId} className="truncate px-2 pt-3 pb-1 text-[12px] font-semibold text-muted">
        {label}
      </div>
      {children}
    </div>
  );
}
