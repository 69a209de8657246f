import { type Endpoint, type ErrorCode, errorStatuses, FileOutput } from '@chat-app/contract';
import type { EndpointText } from '@chat-app/contract/reference/endpoint-texts';
import { errorReference } from '@chat-app/contract/reference/error-texts';
import type { JsonSchema } from '@chat-app/contract/reference/shape';
import { listInput, refTo } from './openapi-schemas.ts';

export interface OpenApiAnswer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { description: string; schema: JsonSchema }>>;
  readonly content?: Readonly<
    Record<string, { schema: JsonSchema; examples?: Readonly<Record<string, { summary?: string; value: unknown }>> }>
  >;
}

/** Every error code of a call: its own, and those that `serve` adds. */
export function listErrors(endpoint: Endpoint): ErrorCode[] {
  const { access, changesState, method } = endpoint;
  const carriesBody = method === 'POST' || method === 'PUT';
  const takesSomething = carriesBody || listInput(endpoint).length > 0;
  const codes = new Set<ErrorCode>([
    ...(takesSomething ? (['invalid_input'] as const) : []),
    ...refusalsByAccess[access],
    ...(changesState ? (['cross_site'] as const) : []),
    // What it refers to, such as the caller's own account, can be deleted at the same moment.
    ...(changesState && access !== 'public' ? (['not_found'] as const) : []),
    ...(carriesBody ? (['too_large', 'unsupported_type'] as const) : []),
    ...endpoint.errors,
    'rate_limited',
    'internal',
    'unavailable',
  ]);
  return [...codes].toSorted((one, other) => errorStatuses[one] - errorStatuses[other]);
}

const refusalsByAccess: Record<Endpoint['access'], readonly ErrorCode[]> = {
  public: [],
  'signed-in': ['unauthenticated'],
  verified: ['unauthenticated', 'not_verified'],
  admin: ['not_found'],
};

/** Responses by status: success first, then each error. */
export function describeResponses(endpoint: Endpoint, text: EndpointText, answer: JsonSchema) {
  const responses: Record<string, OpenApiAnswer> = {
    [endpoint.successStatus]: { description: 'Success', content: contentOf(endpoint, text, answer) },
  };
  for (const [status, description] of Object.entries(text.otherAnswers ?? {})) {
    const hasBody = status === '200' || status === '206';
    responses[status] = { description, ...(hasBody && { content: contentOf(endpoint, text, answer) }) };
  }
  for (const code of listErrors(endpoint)) {
    const status = String(errorStatuses[code]);
    responses[status] = joinRefusal(responses[status], code);
  }
  return responses;
}

function contentOf({ output }: Endpoint, { fileTypes = [] }: EndpointText, answer: JsonSchema) {
  if (output !== FileOutput) return { 'application/json': { schema: answer } };
  return Object.fromEntries(fileTypes.map((type) => [type, { schema: {} }]));
}

/** Several codes can share a status; each gets a separate example. */
function joinRefusal(known: OpenApiAnswer | undefined, code: ErrorCode): OpenApiAnswer {
  const { meaning, example } = errorReference[code];
  const examples = { ...known?.content?.['application/json']?.examples };
  examples[code] = { summary: meaning, value: { message: example, code } };
  const line = `\`${code}\`: ${meaning}`;
  return {
    description: known ? `${known.description}\n\n${line}` : line,
    ...(code === 'rate_limited' && { headers: retryAfter }),
    content: { 'application/json': { schema: refTo('ErrorBody'), examples } },
  };
}

const retryAfter = {
  'Retry-After': {
    description: 'Number of seconds to wait before the next attempt',
    schema: { type: 'integer' } as const,
  },
};
