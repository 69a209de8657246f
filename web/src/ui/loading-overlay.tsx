import { Spinner } from './spinner.tsx';

interface LoadingOverlayProps {
  label: string | null;
}

/** Blocks all clicks at once, but becomes visible only after a noticeable wait. */
export function LoadingOverlay({ label }: LoadingOverlayProps) {
  return (
    <output aria-live="polite">
      {label !== null && (
        <div className="fixed inset-0 z-loading flex cursor-progress items-center justify-center">
          <div className="absolute inset-0 animate-appear-late bg-canvas/70 backdrop-blur-[2px]" />
          <div className="relative flex animate-appear-late items-center gap-3 rounded-card bg-raised px-5 py-4 shadow-raised">
            <Spinner className="size-5 text-accent" />
            <span className="text-14 font-medium">{label}…</span>
          </div>
        </div>
      )}
    </output>
  );
}
