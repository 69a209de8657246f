import { useOverlay } from '../state/overlay.ts';
import { dismissToast, useToasts } from '../state/toasts.ts';
import { LoadingOverlay } from '../ui/loading-overlay.tsx';
import { Toaster } from '../ui/toaster.tsx';

/** The layers above every screen: the overlay and the toasts. */
export function AppLayers() {
  const label = useOverlay(({ labels }) => labels.at(-1) ?? null);
  const toasts = useToasts((state) => state.toasts);
  return (
    <>
      <LoadingOverlay label={label} />
      <Toaster toasts={toasts} onDismiss={dismissToast} />
    </>
  );
}
