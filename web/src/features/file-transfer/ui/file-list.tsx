import { FileIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { megabytes, shortFileName } from '../../../format/file-label.ts';
import type { OfferedFile } from '../storage/partial-transfers.ts';

interface FileListProps {
  files: readonly OfferedFile[];
  /** The maximum number of characters shown of a name. */
  nameLength: number;
  /** Renders the action for a file. */
  children?: ((file: OfferedFile, index: number) => ReactNode) | undefined;
}

export function FileList({ files, nameLength, children }: FileListProps) {
  return (
    <ul aria-label="Files" className="flex max-h-56 flex-col gap-1 overflow-y-auto">
      {files.map((file, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two files may have one name; only the index is unique
        <li key={index} className="flex min-h-13 items-center gap-3 rounded-control bg-hover py-1.5 pr-1.5 pl-3">
          <FileIcon aria-hidden="true" className="size-5 shrink-0 text-accent" />
          <div className="min-w-0 flex-1">
            <bdi title={file.name} className="block font-medium wrap-anywhere">
              {shortFileName(file.name, nameLength)}
            </bdi>
            <span className="text-13 text-muted tabular-nums">{megabytes(file.size)}</span>
          </div>
          {children?.(file, index)}
        </li>
      ))}
    </ul>
  );
}
