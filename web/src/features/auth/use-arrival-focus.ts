import { useEffect, useRef } from 'react';

/**
 * Where the keyboard is after a change of screen: in the first field where a keyboard is likely, otherwise on the heading,
 * so that a screen reader says where one is and a phone does not open its keyboard unasked.
 */
export function useArrivalFocus<Screen extends HTMLElement>() {
  const ref = useRef<Screen>(null);

  useEffect(() => {
    const hasKeyboard = matchMedia('(hover: hover)').matches;
    const field = hasKeyboard && ref.current?.querySelector<HTMLElement>('input:not([type=checkbox])');
    const target = field || ref.current?.querySelector<HTMLElement>('h1');
    target?.focus({ preventScroll: true });
  }, []);

  return ref;
}
