import { useRef } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';

interface FilePickerButtonProps {
  label: string;
  icon: ReactNode;
  accept?: string;
  onPick: (files: readonly File[]) => void;
}

/** Opens the browser's file dialog for several files. */
export function FilePickerButton({ label, icon, accept, onPick }: FilePickerButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={label} icon={icon} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={label}
        {...(accept !== undefined && { accept })}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Without this, picking the same file again would not fire `change`.
          target.value = '';
          if (files.length > 0) onPick(files);
        }}
      />
    </>
  );
}
