import { currentContext, runInContext } from './async-context.ts';

/** Runs work for a request: its log lines, and those of everything it starts, carry the id. */
export function withRequestId<Result>(requestId: string, work: () => Result): Result {
  return runInContext({ requestId, deadline: currentContext().deadline }, work);
}

/** Detaches work shared by many requests: it must not be logged under the id of the one that happened to start it. */
export function detached<Result>(work: () => Result): Result {
  return runInContext({ requestId: undefined, deadline: currentContext().deadline }, work);
}

/** The id of the current request. Events carry it to other processes as their cause. */
export function currentRequestId(): string | undefined {
  return currentContext().requestId;
}

/** A request id from outside, if it is safe for a log line. */
export function acceptRequestId(given: string | string[] | undefined): string | null {
  return typeof given === 'string' && /^[\w.-]{8,64}$/.test(given) ? given : null;
}
