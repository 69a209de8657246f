import { Server, Zap } from 'lucide-react';
import { classNames } from '../../../ui/class-names.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import type { Way } from '../session/call-events.ts';

interface WayBadgeProps {
  way: Way;
  /** Shows only the icon. */
  isSmall?: boolean;
}

/** The path of a participant's audio and its round-trip time. */
export function WayBadge({ way, isSmall = false }: WayBadgeProps) {
  const text = wayText(way);
  return (
    <span
      title={isSmall ? text : undefined}
      className={classNames(
        'inline-flex shrink-0 items-center gap-1.5 text-[12px] whitespace-nowrap text-muted tabular-nums [&_svg]:size-3.5',
        !isSmall && 'rounded-full bg-raised/70 px-2.5 py-1',
      )}
    >
      {way.phase === 'direct' && <Zap aria-hidden="true" />}
      {way.phase === 'relayed' && <Server aria-hidden="true" />}
      {way.phase === 'trying' && <Spinner />}
      <span className={isSmall ? 'sr-only' : undefined}>{text}</span>
    </span>
  );
}

function wayText(way: Way): string {
  if (way.phase === 'trying') return 'Connecting...';
  if (way.phase === 'relayed') return 'Via server';
  if (way.roundTripMs === null) return 'Direct';
  return `Direct · ${way.roundTripMs < 1 ? '<1' : way.roundTripMs} ms`;
}
