import { useSecondsLeft } from '../../state/cooldowns.ts';
import { Button } from '../../ui/button.tsx';

interface ResendButtonProps {
  label: string;
  cooldown: string;
  isSending: boolean;
  variant?: 'primary' | 'secondary';
  onResend: () => void;
}

/** Resends an email, at most once per cooldown, and shows the remaining seconds. */
export function ResendButton({ label, cooldown, isSending, variant = 'primary', onResend }: ResendButtonProps) {
  const secondsLeft = useSecondsLeft(cooldown);
  return (
    <Button
      variant={variant}
      isFullWidth
      isBusy={isSending}
      disabled={secondsLeft > 0}
      onClick={onResend}
      className="tabular-nums"
    >
      {secondsLeft > 0 ? `${label} (${secondsLeft} s)` : label}
    </Button>
  );
}
