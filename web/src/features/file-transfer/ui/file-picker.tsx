import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import type { DragEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';

interface FilePickerProps {
  hasFiles: boolean;
  onPick: (files: readonly File[]) => void;
}

/** A drop zone that also opens the browser's file dialog. */
export function FilePicker({ hasFiles, onPick }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const handleDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.stopPropagation();
    event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  };
  const handleDrop = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.stopPropagation();
    setOver(false);
    const files = droppedFiles(event.dataTransfer);
    if (files.length > 0) onPick(files);
  };
  return (
    <div
      role="presentation"
      onDragOver={handleDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={handleDrop}
      className={classNames(
        'flex flex-col items-center gap-2 rounded-card border-2 border-dashed px-4 text-center transition-colors',
        hasFiles ? 'py-3' : 'py-8',
        isOver ? 'border-accent bg-accent-soft' : 'border-line',
      )}
    >
      {!hasFiles && <Upload aria-hidden="true" className="size-7 text-accent" />}
      <p className="text-muted">{hasFiles ? 'Drop more files here, or' : 'Drop files here, or'}</p>
      <Button variant="secondary" onClick={() => input.current?.click()}>
        {hasFiles ? 'Add files' : 'Choose files'}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to send directly"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Without this, picking the same file again would not fire `change`.
          target.value = '';
          if (files.length > 0) onPick(files);
        }}
      />
    </div>
  );
}

/** Excludes folders, which look like files until they are read. */
function droppedFiles({ items, files }: DataTransfer): File[] {
  const folders = [...items].filter((item) => item.webkitGetAsEntry()?.isDirectory).map((item) => item.getAsFile());
  const names = new Set(folders.map((folder) => folder?.name));
  return [...files].filter(({ name }) => !names.has(name));
}
