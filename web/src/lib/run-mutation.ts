import { MutationObserver } from '@tanstack/react-query';
import type { MutationObserverOptions, QueryClient } from '@tanstack/react-query';

/** Runs a mutation outside of components, for example from a toast. The mutation cache shows toasts and failures. */
export function runMutation<Input, Output, Undo>(
  client: QueryClient,
  options: MutationObserverOptions<Output, Error, Input, Undo>,
  input: Input,
): void {
  new MutationObserver(client, options).mutate(input).catch(() => {});
}
