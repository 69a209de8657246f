import { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** Who may call: anybody, anybody with a session, or people whose e-mail address is verified. */
export type Access = 'public' | 'signed-in' | 'verified';

/** One HTTP call, described once for the server, the web client, the tests and the benchmarks. */
export interface Endpoint<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path parameters stand in braces: `/api/chats/get/{chatId}`. */
  readonly path: `/${string}`;
  readonly access: Access;
  /** Path, query and body together. A `multipart` endpoint lists its plain fields here. */
  readonly input: Input;
  readonly output: Output;
  /** The status of success: 200 unless said. */
  readonly successStatus: 200 | 201;
  /** Input keys that travel in the query string although the method carries a body. */
  readonly queryKeys: readonly string[];
  /** A GET that changes something: refused from other sites like a POST. */
  readonly changesState: boolean;
  /** The one file part of a multipart upload, if this is one. */
  readonly filePart: string | null;
  /** What it refuses with, besides the answers every endpoint can give. */
  readonly errors: readonly ErrorCode[];
}

type Defaulted = 'successStatus' | 'queryKeys' | 'changesState' | 'filePart' | 'errors';

/** Describes one HTTP call; what is left out takes its usual value. */
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

/** Says whose doing a call is. One that the session does not belong to is refused: somebody else has signed in since. */
export const callerHeader = 'x-caller';

/** The output of an endpoint that answers with a file instead of JSON. */
export const FileOutput = z.literal('file');

/** What a caller passes, before defaults and clean-ups. */
export type InputOf<E extends Endpoint> = z.input<E['input']>;
/** What a handler receives, parsed. */
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>;
/** What comes back. */
export type OutputOf<E extends Endpoint> = z.output<E['output']>;

/** The request an input turns into: the filled-in path with its query string, and what is left for the body. */
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
