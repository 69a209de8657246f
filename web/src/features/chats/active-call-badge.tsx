import { Phone } from 'lucide-react';

/** A phone icon, placed apart from the avatar, which already carries the online dot. */
export function ActiveCallBadge() {
  return (
    <span className="relative inline-flex size-5 shrink-0">
      <span aria-hidden="true" className="absolute inset-1 animate-ripple rounded-full bg-accent" />
      <span
        aria-hidden="true"
        className="relative inline-flex size-5 items-center justify-center rounded-full bg-accent-fill text-on-accent"
      >
        <Phone className="size-3" />
      </span>
      <span className="sr-only">Voice call</span>
    </span>
  );
}
