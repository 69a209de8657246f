import { LayoutGrid, RectangleHorizontal } from 'lucide-react';
import type { MouseEvent } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import type { StageLayout } from './video/stage.ts';

interface LayoutToggleProps {
  layout: StageLayout;
  onChange: (layout: StageLayout) => void;
}

export function LayoutToggle({ layout, onChange }: LayoutToggleProps) {
  const choose = (chosen: StageLayout) => (event: MouseEvent<HTMLButtonElement>) => {
    // The focus would take Space from push-to-talk after a mouse click.
    if (event.detail > 0) event.currentTarget.blur();
    onChange(chosen);
  };
  return (
    <fieldset
      aria-label="Layout"
      className="hidden shrink-0 gap-1 rounded-[8px] bg-raised/70 p-1 call-wide:flex call-low:hidden"
    >
      <LayoutButton label="Grid" isChosen={layout === 'grid'} onClick={choose('grid')} />
      <LayoutButton label="Speaker" isChosen={layout === 'speaker'} onClick={choose('speaker')} />
    </fieldset>
  );
}

interface LayoutButtonProps {
  label: 'Grid' | 'Speaker';
  isChosen: boolean;
  onClick: (event: MouseEvent<HTMLButtonElement>) => void;
}

function LayoutButton({ label, isChosen, onClick }: LayoutButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onClick}
      className={classNames(
        'inline-flex min-h-11 items-center gap-1.5 rounded-control px-2.5 text-13 font-medium transition-colors call-roomy:min-h-9 [&_svg]:size-4',
        isChosen ? 'bg-chosen text-text' : 'text-muted hover:text-text',
      )}
    >
      {label === 'Grid' ? <LayoutGrid aria-hidden="true" /> : <RectangleHorizontal aria-hidden="true" />}
      {label}
    </button>
  );
}
