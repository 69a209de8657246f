import { CloudOff } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { FullPage } from '../ui/full-page.tsx';

interface UnreachableScreenProps {
  isRetrying: boolean;
  onRetry: () => void;
}

export function UnreachableScreen({ isRetrying, onRetry }: UnreachableScreenProps) {
  return (
    <FullPage>
      <span className="flex size-14 items-center justify-center rounded-full bg-accent-soft text-accent">
        <CloudOff aria-hidden="true" className="size-6" />
      </span>
      <div className="max-w-sm">
        <h1 className="text-20 font-semibold">Cannot reach the server</h1>
        <output className="mt-1.5 block text-muted">
          Check your connection. We keep trying and carry on as soon as it is back.
        </output>
      </div>
      <Button onClick={onRetry} isBusy={isRetrying} className="min-w-28">
        Retry
      </Button>
    </FullPage>
  );
}
