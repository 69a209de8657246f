import { useEffect, useId, useRef } from 'react';
import { useEscape } from '../../../browser/use-escape.ts';
import { Button } from '../../../ui/button.tsx';

interface ReplaceScreenProps {
  /** Who shares their screen at the moment. */
  name: string;
  onShare: () => void;
  onCancel: () => void;
}

/** Asked inside the frame of the call, because a dialog of the page would be invisible in full screen. */
export function ReplaceScreen({ name, onShare, onCancel }: ReplaceScreenProps) {
  const id = useId();
  const confirm = useRef<HTMLButtonElement>(null);
  useEscape(true, onCancel);
  useEffect(() => {
    const opener = document.activeElement;
    confirm.current?.focus();
    return () => (opener instanceof HTMLElement ? opener.focus() : undefined);
  }, []);
  return (
    <div className="absolute inset-0 z-panel flex items-center justify-center bg-scrim p-4">
      <div
        role="alertdialog"
        aria-labelledby={id}
        className="w-full max-w-[380px] animate-rise rounded-card bg-raised p-5 shadow-raised"
      >
        <p id={id} className="text-15 font-semibold text-balance">
          {name} is sharing their screen. Share yours instead?
        </p>
        <div className="mt-4 flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
          <Button ref={confirm} onClick={onShare}>
            Share mine
          </Button>
        </div>
      </div>
    </div>
  );
}
