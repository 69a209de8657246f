import { AsyncLocalStorage } from 'node:async_hooks';

/** What belongs to the current request or event and follows everything it starts. */
interface AsyncContext {
  readonly requestId: string | undefined;
  readonly deadline: RunningDeadline | undefined;
}

interface RunningDeadline {
  readonly hasExpired: () => boolean;
  /** Returns the function that resumes the clock. */
  readonly pause: () => () => void;
}

const none: AsyncContext = { requestId: undefined, deadline: undefined };
/** A single one for everything: each storage makes every promise of the program slower. */
const storage = new AsyncLocalStorage<AsyncContext>();

export function currentContext(): AsyncContext {
  return storage.getStore() ?? none;
}

// Entering an empty context instead of `storage.exit`, which turns the tracking of all promises off and on again.
export function runInContext<Result>(context: AsyncContext, work: () => Result): Result {
  return storage.run(context, work);
}
