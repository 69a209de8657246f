interface RedDotProps {
  /** What is new, for those who cannot see the dot. */
  label: string;
  className?: string;
}

export function RedDot({ label, className = '' }: RedDotProps) {
  return (
    <span className={`inline-flex shrink-0 ${className}`}>
      <span aria-hidden="true" className="size-2.5 rounded-full bg-danger" />
      <span className="sr-only">{label}</span>
    </span>
  );
}
