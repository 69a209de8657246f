/** A placeholder for an image that cannot be loaded. */
export function BrokenImage({ label }: { label: string }) {
  return (
    <>
      <span className="sr-only">{label}</span>
      <svg
        aria-hidden="true"
        viewBox="0 0 260 200"
        preserveAspectRatio="xMidYMid slice"
        className="size-full rounded-[inherit] border border-line bg-hover text-muted"
      >
        <g fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round">
          <rect x="108" y="80" width="44" height="38" rx="6" />
          <circle cx="140" cy="92" r="3.5" />
          <path d="m108 110 13-13 12 12 5-5 14 13M102 74l56 50" />
        </g>
      </svg>
    </>
  );
}
