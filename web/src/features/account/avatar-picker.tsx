import { Camera } from 'lucide-react';
import { useId } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { ProgressRing } from '../../ui/progress-ring.tsx';
import type { AvatarDraft } from './avatar-upload.ts';

interface AvatarPickerProps {
  draft: AvatarDraft;
  name: string;
  /** What is shown while nothing new was picked. */
  savedUrl: string;
  generatedUrl: string;
  onPick: (file: File) => void;
  onRemove: () => void;
  onReset: () => void;
}

export function AvatarPicker({ draft, name, savedUrl, generatedUrl, onPick, onRemove, onReset }: AvatarPickerProps) {
  const inputId = useId();
  const shownUrl = 'previewUrl' in draft ? draft.previewUrl : draft.phase === 'removed' ? generatedUrl : savedUrl;
  return (
    <div className="flex items-center gap-4">
      <div className="relative size-20 shrink-0">
        <Avatar src={shownUrl} name={name} alt="Your picture" className="size-20 text-28" />
        {draft.phase === 'uploading' && (
          <span className="absolute inset-0 flex items-center justify-center rounded-full bg-scrim text-on-accent">
            <ProgressRing label="Upload of the picture" share={draft.share} className="size-14" />
          </span>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {draft.phase === 'uploading' ? (
          <Button look="secondary" onClick={onReset}>
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
              className="inline-flex min-h-11 items-center gap-2 rounded-control border border-line bg-surface px-4 font-medium transition-colors peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent hover:bg-hover roomy:min-h-10"
            >
              <Camera aria-hidden="true" className="size-4.5 text-muted" />
              Change picture
            </label>
            <RemoveOrUndo {...{ draft, savedUrl, generatedUrl, onRemove, onReset }} />
          </>
        )}
      </div>
    </div>
  );
}

type RemoveOrUndoProps = Pick<AvatarPickerProps, 'draft' | 'savedUrl' | 'generatedUrl' | 'onRemove' | 'onReset'>;

function RemoveOrUndo({ draft, savedUrl, generatedUrl, onRemove, onReset }: RemoveOrUndoProps) {
  if (draft.phase !== 'unchanged') {
    return (
      <Button look="quiet" onClick={onReset}>
        Undo
      </Button>
    );
  }
  if (savedUrl === generatedUrl) return null;
  return (
    <Button look="quiet" onClick={onRemove}>
      Remove picture
    </Button>
  );
}
