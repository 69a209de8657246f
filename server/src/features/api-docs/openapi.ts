import * as contract from '@chat-app/contract';
import { type EndpointName, endpointReference, type EndpointText } from '@chat-app/contract/reference/endpoint-texts';
import type { JsonSchema } from '@chat-app/contract/reference/shape';
import { type NamedRate, overallRates } from '../../platform/call-rates.ts';
import type { ServedEndpoint } from '../../platform/http/serve.ts';
import { describeResponses, type OpenApiAnswer } from './openapi-answers.ts';
import { describeAnswers, type InputField, listInput } from './openapi-schemas.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** One call. Facts that OpenAPI has no fields for are in extensions that start with `x-`. */
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { required: true; content: Readonly<Record<string, { schema: JsonSchema }>> };
  readonly responses: Readonly<Record<string, OpenApiAnswer>>;
  readonly security: readonly Record<string, readonly string[]>[];
  readonly 'x-access': contract.Access;
  readonly 'x-right'?: string;
  readonly 'x-rate-limits'?: readonly NamedRate[];
}

export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: { title: string; version: string; description: string };
  readonly servers: readonly { url: string }[];
  readonly tags: readonly { name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { schemas: Readonly<Record<string, JsonSchema>>; securitySchemes: object };
  readonly 'x-rate-limits': readonly NamedRate[];
}

export interface ApiFacts {
  readonly title: string;
  readonly isHttps: boolean;
  readonly served: readonly ServedEndpoint[];
}

/** The API has no versions: the web client is always deployed with the server. */
const version = '1';

const introduction = [
  'Requests and responses use JSON. Timestamps are ISO 8601 in UTC with milliseconds; ids are UUIDs.',
  'Errors are returned as an `ErrorBody`: a message that can be shown to users, and a code.',
  'Calls that change state are refused when made by pages of other sites. A client that sends neither `Origin` nor `Sec-Fetch-Site` is not treated as a browser and needs no further headers.',
].join(' ');

/** Describes all served endpoints as OpenAPI 3.1. */
export function describeApi({ title, isHttps, served }: ApiFacts): OpenApiDocument {
  const { components, answerOf } = describeAnswers(served.map(({ endpoint }) => endpoint));
  const paths: Record<string, Record<string, Operation>> = {};
  for (const one of served) {
    const { path, method } = one.endpoint;
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(one, answerOf(one.endpoint)) };
  }
  return {
    openapi: '3.1.1',
    info: { title: `${title} API`, version, description: introduction },
    servers: [{ url: '/' }],
    tags: [...new Set(served.map(({ endpoint }) => tagOf(endpoint)))].map((name) => ({ name })),
    paths,
    components: { schemas: components, securitySchemes: { session: sessionCookie(isHttps) } },
    'x-rate-limits': overallRates,
  };
}

function sessionCookie(isHttps: boolean) {
  return { type: 'apiKey', in: 'cookie', name: isHttps ? '__Host-session' : 'session' };
}

function describeOperation({ endpoint, rates }: ServedEndpoint, answer: JsonSchema): Operation {
  const name = nameOf(endpoint);
  const text: EndpointText = endpointReference[name];
  const input = listInput(endpoint);
  const parameters = input.flatMap(asParameter);
  const requestBody = describeBody(endpoint, input);
  return {
    operationId: name,
    tags: [tagOf(endpoint)],
    summary: text.summary,
    ...(text.details !== undefined && { description: text.details }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: describeResponses(endpoint, text, answer),
    security: endpoint.access === 'public' ? [] : [{ session: [] }],
    'x-access': endpoint.access,
    ...(text.right !== undefined && { 'x-right': text.right }),
    ...(rates.length > 0 && { 'x-rate-limits': rates }),
  };
}

function asParameter({ name, place, isRequired, schema }: InputField): Parameter[] {
  return place === 'body' ? [] : [{ name, in: place, required: isRequired, schema }];
}

function describeBody({ filePart }: contract.Endpoint, input: readonly InputField[]): Operation['requestBody'] {
  const fields = input.filter(({ place }) => place === 'body');
  if (fields.length === 0 && filePart === null) return undefined;
  const properties = Object.fromEntries(fields.map(({ name, schema }) => [name, schema]));
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  if (filePart === null) return bodyOf('application/json', properties, required);
  const withFile = { ...properties, [filePart]: { contentMediaType: 'application/octet-stream' } };
  return bodyOf('multipart/form-data', withFile, [...required, filePart]);
}

function bodyOf(type: string, properties: Record<string, JsonSchema>, required: string[]): Operation['requestBody'] {
  return { required: true, content: { [type]: { schema: { type: 'object', properties, required } } } };
}

const nameByEndpoint = new Map<unknown, string>(Object.entries(contract).map(([name, value]) => [value, name]));

/** The contract's name for the endpoint. */
function nameOf(endpoint: contract.Endpoint): EndpointName {
  const name = nameByEndpoint.get(endpoint);
  if (name === undefined) throw new Error(`${endpoint.path} is served but not in the contract`);
  return name as EndpointName;
}

/** `/api/chats/get/{chatId}` has the tag `chats`. */
const tagOf = ({ path }: contract.Endpoint) => path.split('/')[2] ?? '';
