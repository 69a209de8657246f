interface BrandMarkProps {
  className?: string;
}

/** The logo of the product, as in public/favicon.svg. */
export function BrandMark({ className = 'size-8' }: BrandMarkProps) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <rect width="32" height="32" rx="9" className="fill-accent-fill" />
      <path
        d="M13.5 7h7A5.5 5.5 0 0 1 26 12.5v2.6a5.5 5.5 0 0 1-2 4.24V12.5A3.5 3.5 0 0 0 20.5 9H9.9A5.49 5.49 0 0 1 13.5 7Z"
        className="fill-on-accent/55"
      />
      <path
        d="M10.5 11h8a4.5 4.5 0 0 1 4.5 4.5v1.6a4.5 4.5 0 0 1-4.5 4.5h-4.1l-3.65 3.15a.85.85 0 0 1-1.4-.64v-2.46A4.5 4.5 0 0 1 6 17.1v-1.6a4.5 4.5 0 0 1 4.5-4.5Z"
        className="fill-on-accent"
      />
    </svg>
  );
}
