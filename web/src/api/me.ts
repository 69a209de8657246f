import type { Me } from '@chat-app/contract';
import { createContext, use } from 'react';

/**
 * The signed-in person, handed down by the session gate. Screens must not read the session itself: it may be over a moment
 * before the gate has taken them away.
 */
export const MeContext = createContext<Me | null>(null);

/** The signed-in person. Only for screens that are shown to nobody else. */
export function useMe(): Me {
  const me = use(MeContext);
  if (me === null) throw new Error('Nobody is signed in');
  return me;
}
