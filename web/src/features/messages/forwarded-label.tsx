import { Forward } from 'lucide-react';

/** Names the author of the original, above the bubble of a forwarded message. */
export function ForwardedLabel({ name }: { name: string }) {
  return (
    <p className="mb-0.5 flex max-w-full min-w-0 items-center gap-1 px-1 text-13 text-muted">
      <Forward aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="truncate">
        Forwarded from <bdi className="font-medium">{name}</bdi>
      </span>
    </p>
  );
}
