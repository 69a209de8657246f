import type { Endpoint } from '@chat-app/contract';
import { isDeepStrictEqual } from 'node:util';

/** Throws unless an answer is exactly what the contract describes. Parsing drops every field that it does not name. */
export function assertDescribed({ method, path, output }: Endpoint, answer: unknown): void {
  if (isDeepStrictEqual(output.parse(answer), answer)) return;
  throw new Error(`${method} ${path} answered with a field or a value that the contract does not describe`);
}
