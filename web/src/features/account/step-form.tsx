import { useEffect, useRef } from 'react';
import type { ReactNode, SyntheticEvent } from 'react';
import { Button } from '../../ui/button.tsx';

interface StepFormProps {
  title: string;
  submitLabel: string;
  isBusy: boolean;
  isDestructive?: boolean;
  onSubmit: () => void;
  onLeave: () => void;
  children: ReactNode;
}

/** One step of changing something about the security of the account. */
export function StepForm({
  title,
  submitLabel,
  isBusy,
  isDestructive = false,
  onSubmit,
  onLeave,
  children,
}: StepFormProps) {
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form noValidate onSubmit={handleSubmit} className="flex grow flex-col">
      <div className="flex grow flex-col gap-4 px-5 py-5 roomy:px-6">
        <StepHeading>{title}</StepHeading>
        {children}
      </div>
      <footer className="sticky bottom-0 flex flex-col-reverse gap-2 border-t border-line bg-raised px-5 py-3 roomy:flex-row roomy:justify-end roomy:px-6">
        <Button variant="secondary" disabled={isBusy} onClick={onLeave}>
          Cancel
        </Button>
        <Button type="submit" variant={isDestructive ? 'danger' : 'primary'} isBusy={isBusy}>
          {submitLabel}
        </Button>
      </footer>
    </form>
  );
}

/** Has the focus when its step appears: what had it before is gone, and a screen reader announces the step. */
export function StepHeading({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <h3 ref={ref} tabIndex={-1} className="font-semibold focus-visible:outline-none">
      {children}
    </h3>
  );
}
