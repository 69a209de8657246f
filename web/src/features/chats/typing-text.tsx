import type { ReactNode } from 'react';

interface TypingTextProps {
  /** The names of those who are typing; at least one. */
  names: readonly string[];
}

/** '{name} is typing', '{name} and {name} are typing', 'several people are typing'. */
export function TypingText({ names }: TypingTextProps) {
  return (
    <span className="flex min-w-0 items-center gap-1.5 font-medium text-accent">
      <span className="block min-w-0 truncate first-letter:uppercase">{textOf(names)}</span>
      <Dots />
    </span>
  );
}

function textOf([first, second, ...others]: readonly string[]): ReactNode {
  if (others.length > 0) return 'several people are typing';
  // Names of another writing direction must not reorder the sentence.
  if (second === undefined) {
    return (
      <>
        <bdi>{first}</bdi> is typing
      </>
    );
  }
  return (
    <>
      <bdi>{first}</bdi> and <bdi>{second}</bdi> are typing
    </>
  );
}

function Dots() {
  return (
    <span aria-hidden="true" className="flex shrink-0 gap-0.5">
      {[0, 150, 300].map((delayMs) => (
        <span
          key={delayMs}
          style={{ animationDelay: `${delayMs}ms` }}
          className="size-1 animate-pulse rounded-full bg-current"
        />
      ))}
    </span>
  );
}
