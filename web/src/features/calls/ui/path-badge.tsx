import { Server, Zap } from 'lucide-react';
import { classNames } from '../../../ui/class-names.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import type { AudioPath } from '../session/call-events.ts';

interface PathBadgeProps {
  path: AudioPath;
  /** Shows only the icon. */
  isSmall?: boolean;
}

/** The path of a participant's audio and its round-trip time. */
export function PathBadge({ path, isSmall = false }: PathBadgeProps) {
  const text = pathText(path);
  return (
    <span
      title={isSmall ? text : undefined}
      className={classNames(
        'inline-flex shrink-0 items-center gap-1.5 text-[12px] whitespace-nowrap text-muted tabular-nums [&_svg]:size-3.5',
        !isSmall && 'rounded-full bg-raised/70 px-2.5 py-1',
      )}
    >
      {path.phase === 'direct' && <Zap aria-hidden="true" />}
      {path.phase === 'relayed' && <Server aria-hidden="true" />}
      {path.phase === 'connecting' && <Spinner />}
      <span className={isSmall ? 'sr-only' : undefined}>{text}</span>
    </span>
  );
}

function pathText(path: AudioPath): string {
  if (path.phase === 'connecting') return 'Connecting...';
  if (path.phase === 'relayed') return 'Via server';
  if (path.roundTripMs === null) return 'Direct';
  return `Direct · ${path.roundTripMs < 1 ? '<1' : path.roundTripMs} ms`;
}
