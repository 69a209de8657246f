import { ArrowLeftRight, Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';

/** A direct transfer from browser to browser, as the menu offers it. */
export interface DirectTransfer {
  readonly peerName: string;
  readonly isPeerOnline: boolean;
  readonly open: () => void;
}

interface AttachMenuProps {
  /** Null in groups, where there is no single receiver. */
  direct: DirectTransfer | null;
  onPickFiles: (files: readonly File[]) => void;
}

/** Offers the two ways to send a file and explains their difference. */
export function AttachMenu({ direct, onPickFiles }: AttachMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Menu
        align="start"
        trigger={<IconButton ref={trigger} label="Send a file" icon={<Paperclip aria-hidden="true" />} />}
      >
        <MenuItem
          icon={<Paperclip aria-hidden="true" />}
          description="Uploads it, so that everybody here can download it at any time."
          onSelect={() => input.current?.click()}
        >
          Attach a file
        </MenuItem>
        {direct && (
          <MenuItem
            icon={<ArrowLeftRight aria-hidden="true" />}
            description={describe(direct)}
            isDisabled={!direct.isPeerOnline}
            onSelect={() => {
              // The dialog returns the focus to the current element, and the menu item is about to unmount.
              trigger.current?.focus();
              direct.open();
            }}
          >
            Send directly
          </MenuItem>
        )}
      </Menu>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Without this, picking the same file again would not fire `change`.
          target.value = '';
          if (files.length > 0) onPickFiles(files);
        }}
      />
    </>
  );
}

function describe({ peerName, isPeerOnline }: DirectTransfer): string {
  return isPeerOnline
    ? `Streams it to ${peerName}’s browser, of any size and without a copy on the server.`
    : `Possible while ${peerName} is online.`;
}
