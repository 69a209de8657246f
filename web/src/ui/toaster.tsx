import { ToastCard } from './toast-card.tsx';
import type { ToastView } from './toast-card.tsx';

interface ToasterProps {
  toasts: readonly ToastView[];
  onDismiss: (id: number) => void;
}

/** Dialogs check for this attribute: a click on a toast is not a click outside the dialog. */
export const toasterAttribute = 'data-toaster';

/**
 * Shown above dialogs and usable while one is open: `aria-live` prevents that it is hidden from screen readers, and
 * `pointer-events` keeps it clickable.
 */
export function Toaster({ toasts, onDismiss }: ToasterProps) {
  return (
    <section
      {...{ [toasterAttribute]: '' }}
      aria-label="Notifications"
      aria-live="polite"
      aria-relevant="additions"
      className="pointer-events-none fixed top-[calc(var(--toast-top)+env(safe-area-inset-top))] right-4 left-4 z-toasts roomy:left-auto roomy:w-[380px]"
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
