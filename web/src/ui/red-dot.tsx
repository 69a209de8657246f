interface RedDotProps {
  /** What is new, for those who cannot see the dot. */
  label: string;
  /** Grey: there is something, but nobody is called. */
  isQuiet?: boolean;
  className?: string;
}

export function RedDot({ label, isQuiet = false, className = '' }: RedDotProps) {
  return (
    <span className={`inline-flex shrink-0 ${className}`}>
      <span aria-hidden="true" className={`size-2.5 rounded-full ${isQuiet ? 'bg-field-line' : 'bg-danger'}`} />
      <span className="sr-only">{label}</span>
    </span>
  );
}
