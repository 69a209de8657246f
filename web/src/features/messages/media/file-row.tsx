import type { Message } from '@chat-app/contract';
import { File as FileIcon } from 'lucide-react';
import { megabytes, shortFileName } from '../../../format/file-label.ts';
import { uploadUrl } from '../upload-url.ts';
import { MediaOrigin } from './media-origin.tsx';
import { MediaRow, rowLinkClasses, rowTileClasses } from './media-row.tsx';

/** Fits into the narrowest panel, so that the extension stays visible. */
const nameLength = 20;

export function FileRow({ message }: { message: Message }) {
  const { content, size = 0 } = message;
  const name = shortFileName(content, nameLength);
  return (
    <MediaRow message={message} name={name}>
      <a href={uploadUrl(message)} download={content} className={rowLinkClasses}>
        <span className="sr-only">Download</span>
        <span className={rowTileClasses}>
          <FileIcon aria-hidden="true" className="size-5" />
        </span>
        <span className="min-w-0 flex-1">
          <span title={content} className="block truncate font-medium">
            <bdi>{name}</bdi>
          </span>
          <MediaOrigin message={message} size={megabytes(size)} />
        </span>
      </a>
    </MediaRow>
  );
}
