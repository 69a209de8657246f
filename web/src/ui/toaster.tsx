import { ToastCard } from './toast-card.tsx';
import type { ToastView } from './toast-card.tsx';

interface ToasterProps {
  toasts: readonly ToastView[];
  onDismiss: (id: number) => void;
}

/** Dialogs look for this mark: a click on a toast is not a click beside the dialog. */
export const toasterMark = 'data-toaster';

/**
 * Lies above dialogs and stays usable while one is open: `aria-live` keeps it from being hidden from screen readers, and
 * `pointer-events` from being dead to the pointer.
 */
export function Toaster({ toasts, onDismiss }: ToasterProps) {
  return (
    <section
      {...{ [toasterMark]: '' }}
      aria-label="Notifications"
      aria-live="polite"
      aria-relevant="additions"
      className="pointer-events-none fixed top-[calc(var(--toast-top)+env(safe-area-inset-top))] right-4 left-4 z-70 roomy:left-auto roomy:w-[380px]"
    >
      <ol className="flex flex-col gap-2.5">
        {toasts.map((toast) => (
          <li key={toast.id} className="pointer-events-auto">
            <ToastCard toast={toast} onDismiss={onDismiss} />
          </li>
        ))}
      </ol>
    </section>
  );
}
