import { lazy, Suspense } from 'react';
import { useDockedCall } from '../../../state/docked-call.ts';

const load = () => import('../docked/docked-parts.ts');
const Calls = lazy(async () => ({ default: (await load()).DockedCalls }));
const Strip = lazy(async () => ({ default: (await load()).CallStrip }));

const useIsDocked = () => useDockedCall(({ call }) => call !== null);

/** The call of this page. Its code is loaded with the first one. */
export function DockedCallPanel() {
  return <Suspense>{useIsDocked() && <Calls />}</Suspense>;
}

export function DockedCallStrip() {
  return <Suspense>{useIsDocked() && <Strip />}</Suspense>;
}
