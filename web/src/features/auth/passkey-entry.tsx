import { lazy, Suspense, useEffect, useState } from 'react';
import { hasPasskeySupport } from '../../browser/passkey-support.ts';
import { Button } from '../../ui/button.tsx';

const PasskeyLogin = lazy(async () => ({ default: (await import('./passkey-login.tsx')).PasskeyLogin }));

/** The first sign that somebody wants to log in here. */
const signs = ['pointermove', 'pointerdown', 'keydown'] as const;

/** The button for passkeys. What is behind it is loaded, and a challenge asked for, when somebody is here. */
export function PasskeyEntry({ getIsRemember }: { getIsRemember: () => boolean }) {
  const [isSomebodyHere, setSomebodyHere] = useState(false);
  const [clicks, setClicks] = useState(0);
  useEffect(() => {
    const handleSign = () => setSomebodyHere(true);
    for (const sign of signs) addEventListener(sign, handleSign, { once: true });
    return () => signs.forEach((sign) => removeEventListener(sign, handleSign));
  }, []);
  if (!hasPasskeySupport()) return null;
  return (
    <>
      <Button variant="secondary" isFullWidth onClick={() => setClicks(clicks + 1)}>
        Sign in with a passkey
      </Button>
      {(isSomebodyHere || clicks > 0) && (
        <Suspense>
          <PasskeyLogin clicks={clicks} getIsRemember={getIsRemember} />
        </Suspense>
      )}
    </>
  );
}
