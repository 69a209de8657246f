import { useSecondsLeft } from '../../state/cooldowns.ts';
import { Button } from '../../ui/button.tsx';

interface ResendButtonProps {
  label: string;
  cooldown: string;
  isSending: boolean;
  look?: 'primary' | 'secondary';
  onResend: () => void;
}

/** Sends a mail again, at most once per cool-down, and counts it down. */
export function ResendButton({ label, cooldown, isSending, look = 'primary', onResend }: ResendButtonProps) {
  const secondsLeft = useSecondsLeft(cooldown);
  return (
    <Button
      look={look}
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
