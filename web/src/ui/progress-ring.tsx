interface ProgressRingProps {
  label: string;
  /** From 0 to 1. */
  fraction: number;
  className?: string;
}

export function ProgressRing({ label, fraction, className = 'size-10' }: ProgressRingProps) {
  const percent = Math.round(fraction * 100);
  return (
    <>
      <progress aria-label={label} max={100} value={percent} className="sr-only" />
      <svg aria-hidden="true" viewBox="0 0 40 40" fill="none" stroke="currentColor" className={className}>
        <circle cx="20" cy="20" r="18" strokeOpacity="0.3" strokeWidth="2.5" />
        <circle
          cx="20"
          cy="20"
          r="18"
          strokeWidth="2.5"
          strokeLinecap="round"
          pathLength="100"
          strokeDasharray={`${percent} 100`}
          transform="rotate(-90 20 20)"
          className="transition-[stroke-dasharray]"
        />
        <text
          x="20"
          y="20"
          dominantBaseline="central"
          textAnchor="middle"
          stroke="none"
          fill="currentColor"
          className="text-[10px] font-semibold tabular-nums"
        >
          {percent}%
        </text>
      </svg>
    </>
  );
}
