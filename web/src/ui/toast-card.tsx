import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { useDismissTimer } from './use-dismiss-timer.ts';

export interface ToastView {
  readonly id: number;
  readonly type: 'success' | 'warning' | 'error' | 'info';
  readonly title: string;
  readonly message?: string;
  readonly timeoutMs: number;
  readonly actions?: readonly { label: string; isPrimary?: boolean; onSelect: () => void }[];
}

interface ToastCardProps {
  toast: ToastView;
  onDismiss: (id: number) => void;
}

const variants = {
  success: { Icon: CircleCheck, color: 'text-success' },
  warning: { Icon: TriangleAlert, color: 'text-warning' },
  error: { Icon: CircleX, color: 'text-danger' },
  info: { Icon: Info, color: 'text-info' },
};

export function ToastCard({ toast, onDismiss }: ToastCardProps) {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isPaused = isHovered || isFocused;
  useDismissTimer(toast.timeoutMs, isPaused, () => onDismiss(toast.id));

  const { Icon, color } = variants[toast.type];
  return (
    <div
      // The list announces the other toasts. A card that is a live region too would be announced twice.
      role={toast.type === 'error' || toast.type === 'warning' ? 'alert' : undefined}
      aria-atomic="true"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className="relative flex animate-slide-in items-start gap-3 overflow-hidden rounded-card bg-raised py-3 pr-2 pl-4 shadow-raised"
    >
      <Icon aria-hidden="true" className={classNames('mt-px size-5 shrink-0', color)} />
      <div className="min-w-0 flex-1 wrap-break-word">
        <p className="text-14 font-semibold text-text">{toast.title}</p>
        {toast.message && <p className="mt-0.5 text-13 text-muted">{toast.message}</p>}
        <ToastActions toast={toast} onDismiss={onDismiss} />
      </div>
      <button
        type="button"
        aria-label="Close notification"
        onClick={() => onDismiss(toast.id)}
        className={classNames(
          '-my-2 inline-flex size-11 shrink-0 items-center justify-center rounded-control roomy:-my-1 roomy:size-8',
          'text-muted transition-colors hover:text-text roomy:hover:bg-hover',
          'focus-visible:-outline-offset-6 roomy:focus-visible:-outline-offset-2',
        )}
      >
        <X aria-hidden="true" className="size-4" />
      </button>
      <span
        aria-hidden="true"
        style={{
          animation: `run-out ${toast.timeoutMs}ms linear forwards`,
          animationPlayState: isPaused ? 'paused' : 'running',
        }}
        className={classNames('absolute inset-x-0 bottom-0 h-0.5 origin-left bg-current opacity-70', color)}
      />
    </div>
  );
}

function ToastActions({ toast: { id, actions = [] }, onDismiss }: ToastCardProps) {
  if (actions.length === 0) return null;
  return (
    <div className="mt-2.5 mb-1 flex flex-wrap gap-2">
      {actions.map(({ label, isPrimary = false, onSelect }) => (
        <Button
          key={label}
          variant={isPrimary ? 'primary' : 'secondary'}
          size="small"
          onClick={() => {
            onDismiss(id);
            onSelect();
          }}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
