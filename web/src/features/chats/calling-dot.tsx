export function CallingDot() {
  return (
    <span className="relative inline-flex size-2.5 shrink-0">
      <span aria-hidden="true" className="absolute inset-0 animate-ripple rounded-full bg-online" />
      <span aria-hidden="true" className="relative size-2.5 rounded-full bg-online" />
      <span className="sr-only">Voice call</span>
    </span>
  );
}
