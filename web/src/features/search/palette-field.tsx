import { Search, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import type { SearchFilter } from './filters.ts';

interface PaletteFieldProps {
  text: string;
  onChange: (text: string) => void;
  maxLength: number;
  filters: readonly SearchFilter[];
  onRemove: (filter: SearchFilter) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onClose: () => void;
  listId: string;
  activeId: string | null;
}

/** The field with the chosen filters in front of it. */
export function PaletteField(props: PaletteFieldProps) {
  const { text, onChange, maxLength, filters, onRemove, onKeyDown, onClose, listId, activeId } = props;
  return (
    <div className="flex items-center gap-2 border-b border-line pr-2 pl-4">
      <Search aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-1.5 py-2">
        {filters.map((filter) => (
          <FilterChip key={filter.key} filter={filter} onRemove={() => onRemove(filter)} />
        ))}
        <input
          type="text"
          role="combobox"
          aria-label="Search"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={activeId === null ? undefined : `${listId}-${activeId}`}
          aria-autocomplete="list"
          placeholder={filters.length > 0 ? 'Search messages' : 'Search chats, people and messages'}
          value={text}
          maxLength={maxLength}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={onKeyDown}
          className="min-h-10 min-w-40 flex-1 bg-transparent text-[16px] outline-none placeholder:text-muted"
        />
      </div>
      <IconButton label="Close search" icon={<X aria-hidden="true" />} onClick={onClose} />
    </div>
  );
}

function FilterChip({ filter: { key, label }, onRemove }: { filter: SearchFilter; onRemove: () => void }) {
  return (
    <button
      type="button"
      aria-label={`Remove filter ${key}: ${label}`}
      onClick={(event) => {
        onRemove();
        event.currentTarget.parentElement?.querySelector('input')?.focus();
      }}
      className="flex min-h-7 max-w-48 items-center gap-1 rounded-full bg-accent-soft px-2.5 text-13 text-accent transition-colors hover:bg-hover"
    >
      <span className="shrink-0">{key}:</span>
      <bdi className="min-w-0 truncate font-medium">{label}</bdi>
      <X aria-hidden="true" className="size-3.5 shrink-0" />
    </button>
  );
}
