import { Spinner } from '../../ui/spinner.tsx';

interface OlderMessagesStatusProps {
  isLoading: boolean;
  hasFailed: boolean;
  onRetry: () => void;
}

/** Overlays the messages, so that it appears without moving them. */
export function OlderMessagesStatus({ isLoading, hasFailed, onRetry }: OlderMessagesStatusProps) {
  return (
    <output className="pointer-events-none absolute inset-x-0 top-15 z-raised flex justify-center">
      {isLoading && (
        <span className="flex animate-appear-late rounded-full bg-raised p-2 shadow-card">
          <Spinner className="size-4 text-accent" />
          <span className="sr-only">Loading older messages</span>
        </span>
      )}
      {hasFailed && (
        <button
          type="button"
          onClick={onRetry}
          className="pointer-events-auto min-h-11 rounded-full bg-raised px-4 text-13 font-medium text-accent shadow-card roomy:min-h-9"
        >
          Older messages could not be loaded. Retry
        </button>
      )}
    </output>
  );
}
