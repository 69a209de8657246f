import { AsyncLocalStorage } from 'node:async_hooks';

const requests = new AsyncLocalStorage<string>();

/** Runs work for a request: its log lines, and those of everything it starts, carry the id. */
export function forRequest<Result>(requestId: string, work: () => Result): Result {
  return requests.run(requestId, work);
}

/** Work for many at once: it must not go under the name of whoever happened to start it. */
export function forNobody<Result>(work: () => Result): Result {
  return requests.exit(work);
}

/** The request this is done for. It goes along to other processes as the cause of an event. */
export function currentRequestId(): string | undefined {
  return requests.getStore();
}

/** An id that came from outside, where it is fit for a log line. */
export function acceptRequestId(given: string | string[] | undefined): string | null {
  return typeof given === 'string' && /^[\w.-]{8,64}$/.test(given) ? given : null;
}
