import { GripHorizontal, Maximize2, Minimize2, SquareArrowOutUpRight } from 'lucide-react';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Corner } from '../ui/video/corner.ts';
import type { Area } from './conversation-area.ts';
import { useCornerDrag } from './use-corner-drag.ts';

interface PanelBarProps {
  /** The name of the chat. */
  name: string;
  isLarge: boolean;
  isAlwaysLarge: boolean;
  area: Area;
  corner: Corner;
  onCorner: (corner: Corner) => void;
  onResize: () => void;
  onMoveToWindow: (() => void) | null;
}

/** Moves the panel, makes it large or small, and moves the call into a window. */
export function PanelBar({ name, isLarge, isAlwaysLarge, area, corner, ...on }: PanelBarProps) {
  const { isDragging, handlers } = useCornerDrag({ area, corner, onMove: on.onCorner });
  return (
    <div className="flex shrink-0 items-center gap-1 border-b border-line bg-surface py-1 pr-1 pl-2">
      {!isLarge && (
        <button
          type="button"
          aria-label="Move the call with the arrow keys"
          title="Drag to move"
          {...handlers}
          className={classNames(
            'inline-flex size-11 shrink-0 touch-none items-center justify-center rounded-control text-muted hover:bg-hover roomy:size-9',
            isDragging ? 'cursor-grabbing' : 'cursor-grab',
          )}
        >
          <GripHorizontal aria-hidden="true" className="size-4.5" />
        </button>
      )}
      <h2 className={classNames('min-w-0 flex-1 truncate text-14 font-semibold', isLarge && 'pl-2')}>
        <bdi>{name}</bdi>
      </h2>
      {on.onMoveToWindow && (
        <IconButton
          label="Open in a window"
          icon={<SquareArrowOutUpRight aria-hidden="true" />}
          onClick={on.onMoveToWindow}
          className="pointer-coarse:hidden"
        />
      )}
      {!isAlwaysLarge && (
        <IconButton
          label={isLarge ? 'Make the call small' : 'Make the call large'}
          icon={isLarge ? <Minimize2 aria-hidden="true" /> : <Maximize2 aria-hidden="true" />}
          onClick={on.onResize}
        />
      )}
    </div>
  );
}
