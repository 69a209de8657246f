import { useEffect, useRef } from 'react';

/**
 * Sets the focus after navigation: on the first field if a keyboard is likely, otherwise on the heading, so that a
 * screen reader announces the screen and a phone does not open its keyboard.
 */
export function useInitialFocus<Screen extends HTMLElement>() {
  const ref = useRef<Screen>(null);

  useEffect(() => {
    const hasKeyboard = matchMedia('(hover: hover)').matches;
    const field = hasKeyboard && ref.current?.querySelector<HTMLElement>('input:not([type=checkbox])');
    const target = field || ref.current?.querySelector<HTMLElement>('h1');
    target?.focus({ preventScroll: true });
  }, []);

  return ref;
}
