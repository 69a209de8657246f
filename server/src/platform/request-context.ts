import { AsyncLocalStorage } from 'node:async_hooks';

const requests = new AsyncLocalStorage<string | undefined>();

/** Runs work for a request: its log lines, and those of everything it starts, carry the id. */
export function withRequestId<Result>(requestId: string, work: () => Result): Result {
  return requests.run(requestId, work);
}

/** Detaches work shared by many requests: it must not be logged under the id of the one that happened to start it. */
export function detached<Result>(work: () => Result): Result {
  // Not `exit`, which turns the hooks of all promises off and on again.
  return requests.run(undefined, work);
}

/** The id of the current request. Events carry it to other processes as their cause. */
export function currentRequestId(): string | undefined {
  return requests.getStore();
}

/** A request id from outside, if it is safe for a log line. */
export function acceptRequestId(given: string | string[] | undefined): string | null {
  return typeof given === 'string' && /^[\w.-]{8,64}$/.test(given) ? given : null;
}
