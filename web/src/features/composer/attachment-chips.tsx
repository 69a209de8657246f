import type { ChatId } from '@chat-app/contract';
import { FileIcon, X } from 'lucide-react';
import { useOutbox } from '../../outbox/outbox.ts';
import { megabytes, shortFileName } from '../../format/file-label.ts';
import type { Attachment } from '../../state/attachments.ts';
import { classNames } from '../../ui/class-names.ts';

interface AttachmentChipsProps {
  chatId: ChatId;
  attachments: readonly Attachment[];
  onRemoved: () => void;
}

/** The attachments of the draft, each with a remove button. */
export function AttachmentChips({ chatId, attachments, onRemoved }: AttachmentChipsProps) {
  const outbox = useOutbox();
  if (attachments.length === 0) return null;
  return (
    <ul
      aria-label="Attachments"
      className="flex gap-2.5 p-3 pb-1 max-roomy:overflow-x-auto roomy:max-h-44 roomy:flex-wrap roomy:overflow-y-auto"
    >
      {attachments.map((attachment) => (
        <li key={attachment.id} aria-busy={!attachment.isStored} className="relative shrink-0 animate-rise">
          {attachment.previewUrl === undefined ? (
            <FileChip file={attachment.file} />
          ) : (
            <img
              src={attachment.previewUrl}
              alt={attachment.file.name}
              title={attachment.file.name}
              className="size-16 rounded-card border border-line bg-hover object-cover"
            />
          )}
          <button
            type="button"
            aria-label={`Remove ${attachment.file.name}`}
            title="Remove"
            onClick={() => {
              outbox.detachFile(chatId, attachment.id);
              onRemoved();
            }}
            className={classNames(
              'absolute -top-1.5 -right-1.5 inline-flex size-6 items-center justify-center after:absolute after:-inset-2',
              'rounded-full bg-text text-surface shadow-low transition-transform hover:scale-110',
            )}
          >
            <X aria-hidden="true" className="size-3.5" />
          </button>
        </li>
      ))}
    </ul>
  );
}

function FileChip({ file }: { file: File }) {
  return (
    <div className="flex h-16 items-center gap-2.5 rounded-card border border-line bg-hover pr-5 pl-3">
      <FileIcon aria-hidden="true" className="size-5 shrink-0 text-accent" />
      <div className="min-w-0">
        <p className="text-13 font-medium whitespace-nowrap" title={file.name}>
          <bdi>{shortFileName(file.name)}</bdi>
        </p>
        <p className="text-13 text-muted tabular-nums">{megabytes(file.size)}</p>
      </div>
    </div>
  );
}
