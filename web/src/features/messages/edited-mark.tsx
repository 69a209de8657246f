import type { Message } from '@chat-app/contract';

interface EditedMarkProps {
  message: Message;
  onShowVersions: (message: Message, opener: HTMLElement) => void;
}

/** Opens the versions of an edited message. */
export function EditedMark({ message, onShowVersions }: EditedMarkProps) {
  return (
    <button
      type="button"
      aria-label="Edited: show the versions"
      onClick={({ currentTarget }) => onShowVersions(message, currentTarget)}
      className="relative text-13 after:absolute after:-inset-x-2 after:-inset-y-3 hover:underline focus-visible:outline-current"
    >
      (edited)
    </button>
  );
}
