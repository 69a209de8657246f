import { X } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';

interface ComposerNoticeProps {
  Icon: LucideIcon;
  title: string;
  text: string;
  cancelLabel: string;
  onCancel: () => void;
}

/** What the text in the field is for, above it: an edit or a reply. */
export function ComposerNotice({ Icon, title, text, cancelLabel, onCancel }: ComposerNoticeProps) {
  return (
    <div className="flex items-center gap-3 border-b border-line py-1.5 pr-1 pl-4">
      <Icon aria-hidden="true" className="size-4.5 shrink-0 text-accent" />
      <div className="min-w-0 flex-1 text-13">
        <p className="font-medium text-accent">{title}</p>
        <p dir="auto" className="truncate text-muted">
          {text}
        </p>
      </div>
      <IconButton label={cancelLabel} icon={<X aria-hidden="true" />} onClick={onCancel} />
    </div>
  );
}
