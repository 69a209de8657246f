import { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call: anybody, anybody with a session, users with a verified e-mail address, or administrators. For everybody
 * else an administrator's endpoint does not exist.
 */
export type Access = 'public' | 'signed-in' | 'verified' | 'admin';

/** One HTTP call, described once for the server, the web client, the tests and the benchmarks. */
export interface Endpoint<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path parameters are in braces: `/api/chats/get/{chatId}`. */
  readonly path: `/${string}`;
  readonly access: Access;
  /** Path, query and body together. A `multipart` endpoint lists its plain fields here. */
  readonly input: Input;
  readonly output: Output;
  /** The success status; defaults to 200. */
  readonly successStatus: 200 | 201;
  /** Input keys that are sent in the query string although the method has a body. */
  readonly queryKeys: readonly string[];
  /** A GET that changes state: refused from other sites like a POST. */
  readonly changesState: boolean;
  /** The name of the file part of a multipart upload; null otherwise. */
  readonly filePart: string | null;
  /** Its error codes, in addition to those that every endpoint can return. `cross_site` refuses other sites. */
  readonly errors: readonly ErrorCode[];
}

type Defaulted = 'successStatus' | 'queryKeys' | 'changesState' | 'filePart' | 'errors';

/** Describes one HTTP call; omitted properties get their defaults. */
export function endpoint<Input extends z.ZodType, Output extends z.ZodType>(
  description: Omit<Endpoint<Input, Output>, Defaulted> & Partial<Pick<Endpoint<Input, Output>, Defaulted>>,
): Endpoint<Input, Output> {
  return {
    successStatus: 200,
    queryKeys: [],
    changesState: description.method !== 'GET',
    filePart: null,
    errors: [],
    ...description,
  };
}

/** Names the user who made the call. The server refuses it when another user has signed in since. */
export const callerHeader = 'x-caller';

/** The output of an endpoint that returns a file instead of JSON. */
export const FileOutput = z.literal('file');

/** The input a caller passes, before defaults and normalisation. */
export type InputOf<E extends Endpoint> = z.input<E['input']>;
/** The parsed input a handler receives. */
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>;
/** The output a caller receives. */
export type OutputOf<E extends Endpoint> = z.output<E['output']>;

/** Builds the request for an input: the filled-in path with its query string, and the remaining keys for the body. */
export function toRequest<E extends Endpoint>(target: E, input: InputOf<E>) {
  const rest = new Map(
    Object.entries((input ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined),
  );
  const path = target.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return encodeURIComponent(String(value));
  });

  const carriesBody = target.method === 'POST' || target.method === 'PUT';
  const query = new URLSearchParams();
  for (const [key, value] of rest) {
    if (carriesBody && !target.queryKeys.includes(key)) continue;
    query.set(key, String(value));
    rest.delete(key);
  }
  const search = query.size > 0 ? `?${query.toString()}` : '';
  return {
    method: target.method,
    url: path + search,
    body: carriesBody && rest.size > 0 ? Object.fromEntries(rest) : null,
  };
}
