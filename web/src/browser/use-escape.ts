import { useEffect, useEffectEvent } from 'react';
import { isPressed } from './shortcuts.ts';

interface EscapeHandler {
  readonly applies: () => boolean;
  readonly handle: () => void;
}

/** Oldest first. */
const handlers: EscapeHandler[] = [];

/**
 * Calls `onEscape` on Escape, unless a dialog or menu above has handled the key. Of several handlers, only the one that
 * became active last is called, of those that apply.
 */
export function useEscape(isActive: boolean, onEscape: () => void, applies: () => boolean = always): void {
  const handle = useEffectEvent(onEscape);
  const appliesNow = useEffectEvent(applies);
  useEffect(() => {
    if (!isActive) return undefined;
    return addHandler({ applies: () => appliesNow(), handle: () => handle() });
  }, [isActive]);
}

const always = () => true;

function addHandler(handler: EscapeHandler): () => void {
  if (handlers.length === 0) window.addEventListener('keydown', handleKeyDown);
  handlers.push(handler);
  return () => {
    handlers.splice(handlers.indexOf(handler), 1);
    if (handlers.length === 0) window.removeEventListener('keydown', handleKeyDown);
  };
}

function handleKeyDown(event: KeyboardEvent): void {
  // A key that is held down must not close one thing after the other.
  if (!isPressed(event, 'close') || event.defaultPrevented || event.repeat || event.isComposing) return;
  const newest = handlers.findLast(({ applies }) => applies());
  if (!newest) return;
  event.preventDefault();
  newest.handle();
}
