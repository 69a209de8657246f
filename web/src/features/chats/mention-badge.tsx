import { AtSign } from 'lucide-react';

/** Shows that an unread message mentions the user. */
export function MentionBadge() {
  return (
    <span className="flex size-5 shrink-0 items-center justify-center rounded-full bg-accent-fill text-on-accent">
      <AtSign aria-hidden="true" className="size-3.5" />
      <span className="sr-only">, you are mentioned</span>
    </span>
  );
}
