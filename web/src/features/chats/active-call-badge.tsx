import type { CallKind } from '@chat-app/contract';
import { Phone, Video } from 'lucide-react';

/** An icon, placed apart from the avatar, which already carries the online dot. */
export function ActiveCallBadge({ kind }: { kind: CallKind }) {
  const Icon = kind === 'video' ? Video : Phone;
  return (
    <span className="relative inline-flex size-5 shrink-0">
      <span aria-hidden="true" className="absolute inset-1 animate-ripple rounded-full bg-accent" />
      <span
        aria-hidden="true"
        className="relative inline-flex size-5 items-center justify-center rounded-full bg-accent-fill text-on-accent"
      >
        <Icon className="size-3" />
      </span>
      <span className="sr-only">{kind === 'video' ? 'Video call' : 'Voice call'}</span>
    </span>
  );
}
