import { Check, CheckCheck, Clock } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { createContext, use } from 'react';
import { classNames } from '../../ui/class-names.ts';

/** How far the other person of a direct chat has read; null in groups, which show who has seen a message instead. */
export const PeerReadContext = createContext<number | null>(null);

interface DeliveryStatusProps {
  /** Null until the server has the message. */
  seq: number | null;
}

/** A clock while a message is being sent; in direct chats one tick once it is, two once it was read. Same size each. */
export function DeliveryStatus({ seq }: DeliveryStatusProps) {
  const readSeq = use(PeerReadContext);
  if (seq === null) return <Mark Icon={Clock} text="Sending" />;
  if (readSeq === null) return null;
  return seq <= readSeq ? <Mark Icon={CheckCheck} text="Read" isAccented /> : <Mark Icon={Check} text="Sent" />;
}

function Mark({ Icon, text, isAccented = false }: { Icon: LucideIcon; text: string; isAccented?: boolean }) {
  return (
    <span className={classNames('shrink-0', isAccented ? 'text-accent' : 'text-muted')}>
      <Icon aria-hidden="true" className="size-3.5" />
      <span className="sr-only">{text}</span>
    </span>
  );
}
