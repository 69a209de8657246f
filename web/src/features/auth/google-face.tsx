import { useId } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { GoogleLogo } from './google-logo.tsx';

interface GoogleFaceProps {
  isDisabled: boolean;
  isBusy?: boolean;
  /** Why it is disabled, or what pressing it does. */
  reason?: string | null;
  onClick?: () => void;
}

/** The look of the button, as Google's brand guidelines require. */
export function GoogleFace({ isDisabled, isBusy = false, reason = null, onClick }: GoogleFaceProps) {
  const reasonId = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <button
        type="button"
        disabled={isDisabled}
        aria-describedby={reason === null ? undefined : reasonId}
        onClick={onClick}
        className={classNames(
          'inline-flex min-h-11 w-full items-center justify-center gap-2.5 rounded-control px-3 text-14 font-medium roomy:min-h-10',
          'border border-google-line bg-google-fill text-google-text transition-shadow',
          'enabled:hover:shadow-card disabled:cursor-not-allowed disabled:opacity-60',
        )}
      >
        {isBusy ? <Spinner className="size-4.5" /> : <GoogleLogo />}
        Login with Google
      </button>
      {/* Reserves one line, so that the card does not move when the configuration arrives. */}
      <div className="min-h-5 text-center text-13 text-muted">{reason !== null && <p id={reasonId}>{reason}</p>}</div>
    </div>
  );
}
