import { CloudOff } from 'lucide-react';
import { Button } from './button.tsx';

interface LoadFailedProps {
  what: string;
  onRetry: () => void;
}

export function LoadFailed({ what, onRetry }: LoadFailedProps) {
  return (
    <div className="flex h-full flex-col items-center justify-center gap-3 px-8 py-10 text-center">
      <CloudOff aria-hidden="true" className="size-6 text-muted" />
      <p role="alert" className="text-muted">
        {what} could not be loaded.
      </p>
      <Button variant="secondary" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
