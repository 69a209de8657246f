import type { Message } from '@chat-app/contract';
import { ArrowLeftRight, Download, File as FileIcon } from 'lucide-react';
import { megabytes, shortFileName } from '../../format/file-label.ts';
import { classNames } from '../../ui/class-names.ts';
import { ProgressRing } from '../../ui/progress-ring.tsx';
import { uploadUrl } from './upload-url.ts';

interface FileCardProps {
  message: Message;
  /** The upload progress from 0 to 1; null if no upload is running. */
  uploaded: number | null;
  className: string;
}

/** A file to download, or the record of a direct transfer. */
export function FileCard({ message, uploaded, className }: FileCardProps) {
  const { type, content, size, status } = message;
  const card = classNames(className, 'flex w-fit items-center gap-3 overflow-clip py-2.5 pr-4 pl-3 text-left');
  const isTransfer = type === 'fileTransfer';
  const Icon = isTransfer ? ArrowLeftRight : FileIcon;
  const body = (
    <>
      <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-current/15">
        {uploaded === null ? (
          <Icon aria-hidden="true" className="size-5" />
        ) : (
          <ProgressRing label="Upload" fraction={uploaded} className="size-9" />
        )}
      </span>
      <span className="min-w-0 flex-1">
        <bdi title={content} className="block text-15 font-medium wrap-anywhere">
          {shortFileName(content)}
        </bdi>
        <span className="flex flex-wrap items-center gap-x-2 text-13 tabular-nums">
          {megabytes(size ?? 0)}
          {isTransfer && status && <TransferStatus status={status} />}
        </span>
      </span>
    </>
  );
  const url = uploadUrl(message);
  if (isTransfer || url === undefined) return <div className={card}>{body}</div>;
  return (
    <a href={url} download={content} className={card}>
      <span className="sr-only">Download</span>
      {body}
      <Download aria-hidden="true" className="size-4.5 shrink-0" />
    </a>
  );
}

/** Has its own background, so that green and red are distinguishable on a bubble of any colour. */
function TransferStatus({ status }: { status: string }) {
  return (
    <span
      className={classNames(
        'rounded-full bg-surface px-2 font-medium',
        status === 'completed' && 'text-success',
        status === 'cancelled' && 'text-danger',
        status !== 'completed' && status !== 'cancelled' && 'text-text',
      )}
    >
      {status}
    </span>
  );
}
