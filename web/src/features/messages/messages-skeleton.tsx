import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Widths of the placeholder bubbles, newest last. */
const bubbles = [
  { width: 'w-52', isMine: false },
  { width: 'w-72', isMine: false },
  { width: 'w-60', isMine: true },
  { width: 'w-40', isMine: false },
  { width: 'w-64', isMine: true },
  { width: 'w-48', isMine: true },
  { width: 'w-72', isMine: false },
  { width: 'w-44', isMine: true },
];

/** A placeholder while the messages load. */
export function MessagesSkeleton() {
  return (
    <output className="flex h-full flex-col justify-end overflow-clip">
      <span className="sr-only">Loading messages</span>
      <span className="mx-auto flex w-full max-w-(--column) flex-col gap-3 px-4 pb-5 roomy:px-6">
        {bubbles.map(({ width, isMine }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- they never change
          <span key={index} className={classNames('flex gap-2', isMine && 'justify-end')}>
            {!isMine && <Skeleton className="size-7 shrink-0 self-end rounded-full" />}
            <Skeleton className={classNames('h-9.5 max-w-[68%] rounded-bubble', width)} />
          </span>
        ))}
      </span>
    </output>
  );
}
