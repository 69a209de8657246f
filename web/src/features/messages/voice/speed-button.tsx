import { changeSpeed, useSpeed } from '../../../voice/speed.ts';
import { classNames } from '../../../ui/class-names.ts';

/** Steps through the speeds, which apply to all voice messages. */
export function SpeedButton({ className = '' }: { className?: string }) {
  const speed = useSpeed((state) => state.speed);
  return (
    <button
      type="button"
      aria-label={`Speed: ${speed}x`}
      title="Speed"
      onClick={changeSpeed}
      className={classNames(
        className,
        'relative inline-flex h-6 min-w-10 shrink-0 items-center justify-center rounded-full px-1.5',
        'bg-[var(--inset,var(--hover))] text-accent in-[.bg-accent-fill]:text-on-accent',
        // The target is larger than what is seen of it.
        'text-13 font-semibold tabular-nums after:absolute after:-inset-x-1 after:-inset-y-2.5',
        'outline-current focus-visible:outline-current',
      )}
    >
      {speed}x
    </button>
  );
}
