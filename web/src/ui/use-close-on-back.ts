import { useEffect, useEffectEvent } from 'react';
import { addLayer } from './back-stack.ts';

/** While the layer is open, the browser's Back closes it, as Escape does, instead of leaving the page. */
export function useCloseOnBack(isOpen: boolean, close: () => void): void {
  const closeNow = useEffectEvent(close);
  useEffect(() => (isOpen ? addLayer(() => closeNow()) : undefined), [isOpen]);
}
