import type { Me } from '@chat-app/contract';
import { createContext, use } from 'react';

/**
 * The signed-in user, provided by the session gate. Screens must not read the session directly: it can end shortly
 * before the gate unmounts them.
 */
export const MeContext = createContext<Me | null>(null);

/** The signed-in user. Only for screens that require a session. */
export function useMe(): Me {
  const me = use(MeContext);
  if (me === null) throw new Error('Nobody is signed in');
  return me;
}
