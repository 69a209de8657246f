import { useSecondsLeft } from '../../state/cooldowns.ts';
import { Button } from '../../ui/button.tsx';

interface ResendButtonProps {
  label: string;
  cooldown: string;
  isSending: boolean;
  onResend: () => void;
}

/** Sends a mail again, at most once per cool-down, and counts it down. */
export function ResendButton({ label, cooldown, isSending, onResend }: ResendButtonProps) {
  const secondsLeft = useSecondsLeft(cooldown);
  return (
    <Button isFullWidth isBusy={isSending} disabled={secondsLeft > 0} onClick={onResend} className="tabular-nums">
      {secondsLeft > 0 ? `${label} (${secondsLeft} s)` : label}
    </Button>
  );
}
