import { UserRoundX } from 'lucide-react';

/** Above the field for messages, in the chat with somebody whom an administrator has suspended. */
export function SuspendedNotice({ name }: { name: string }) {
  return (
    <p className="mx-auto flex w-full max-w-(--column) items-start gap-2 px-4 pb-2 text-13 text-muted roomy:px-8">
      <UserRoundX aria-hidden="true" className="mt-px size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        The account of <bdi>{name}</bdi> is suspended. Messages are delivered if it is resumed.
      </span>
    </p>
  );
}
