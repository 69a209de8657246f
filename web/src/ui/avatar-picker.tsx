import { Camera } from 'lucide-react';
import { useId } from 'react';
import { Avatar } from './avatar.tsx';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { ProgressRing } from './progress-ring.tsx';

interface AvatarPickerProps {
  label: string;
  name: string;
  shownUrl: string;
  /** The progress of a running upload from 0 to 1; null if none is running. */
  share: number | null;
  wayBack: 'remove' | 'undo' | false;
  onPick: (file: File) => void;
  onRemove: () => void;
  onReset: () => void;
}

/** Shows an avatar, with controls to upload another one and to undo that. */
export function AvatarPicker({ label, name, shownUrl, share, wayBack, onPick, onRemove, onReset }: AvatarPickerProps) {
  const inputId = useId();
  return (
    <div className="flex items-center gap-4">
      <div className="relative size-20 shrink-0">
        <Avatar src={shownUrl} name={name} alt={label} className="size-20 text-28" />
        {share !== null && (
          <span className="absolute inset-0 flex items-center justify-center rounded-full bg-scrim text-on-accent">
            <ProgressRing label="Upload of the picture" fraction={share} className="size-14" />
          </span>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {share !== null ? (
          <Button variant="secondary" onClick={onReset}>
            Cancel upload
          </Button>
        ) : (
          <>
            <input
              id={inputId}
              type="file"
              accept="image/png,image/jpeg,image/gif,image/webp"
              className="peer sr-only"
              onChange={({ target }) => {
                const file = target.files?.[0];
                if (file) onPick(file);
                // Picking the same file again must count as a change.
                target.value = '';
              }}
            />
            <label
              htmlFor={inputId}
              className={classNames(
                'inline-flex min-h-11 items-center gap-2 rounded-control px-4 font-medium roomy:min-h-10',
                'border border-line bg-surface transition-colors hover:bg-hover',
                'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent',
              )}
            >
              <Camera aria-hidden="true" className="size-4.5 text-muted" />
              Change picture
            </label>
            {wayBack && (
              <Button variant="quiet" onClick={wayBack === 'undo' ? onReset : onRemove}>
                {wayBack === 'undo' ? 'Undo' : 'Remove picture'}
              </Button>
            )}
          </>
        )}
      </div>
    </div>
  );
}
