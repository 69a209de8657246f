import { TriangleAlert } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { FullPage } from '../ui/full-page.tsx';

export function ErrorScreen() {
  return (
    <FullPage>
      <span className="flex size-14 items-center justify-center rounded-full bg-danger-soft text-danger">
        <TriangleAlert aria-hidden="true" className="size-6" />
      </span>
      <div className="max-w-sm">
        <h1 className="text-20 font-semibold">Unexpected Application Error!</h1>
        <p className="mt-1.5 text-muted">
          Something broke on this page. Nothing you sent is lost. Please load it again.
        </p>
      </div>
      <Button onClick={() => window.location.reload()}>Reload the page</Button>
    </FullPage>
  );
}
