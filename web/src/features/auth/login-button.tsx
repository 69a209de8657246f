import { inputTexts } from '@chat-app/contract';
import { Button } from '../../ui/button.tsx';
import { TextLink } from './text-link.tsx';

interface LoginButtonProps {
  isBusy: boolean;
  /** How long the server rejects logins for this address; 0 if it does not. */
  secondsLeft: number;
}

/** Counts down after too many wrong passwords, and offers to reset the password meanwhile. */
export function LoginButton({ isBusy, secondsLeft }: LoginButtonProps) {
  const isWaiting = secondsLeft > 0;
  return (
    <>
      {isWaiting && (
        <div className="rounded-control bg-accent-soft px-4 py-3">
          <p>{inputTexts.waitOrReset}</p>
          <TextLink to="/forgot-password">Forgot password?</TextLink>
        </div>
      )}
      <Button type="submit" isFullWidth isBusy={isBusy} disabled={isWaiting} className="tabular-nums">
        {isWaiting ? `Try again in ${secondsLeft} s` : 'Login'}
      </Button>
    </>
  );
}
