import * as contract from '@chat-app/contract';
import { type JsonSchema, toJsonSchema, withoutNoise } from '@chat-app/contract/reference/shape';
import { z } from 'zod';

const schemaPath = '#/components/schemas/';
export const refTo = (name: string) => ({ $ref: schemaPath + name });

interface AnswerSchemas {
  /** The schemas that responses share, under the contract's names. */
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** The response body of an endpoint. */
  readonly answerOf: (endpoint: contract.Endpoint) => JsonSchema;
}

/** Describes the responses. Objects that the contract exports are defined once and referenced. */
export function describeAnswers(endpoints: readonly contract.Endpoint[]): AnswerSchemas {
  const registry = z.registry<{ id: string }>();
  const nameBySchema = new Map<z.ZodType, string>();
  const add = (schema: z.ZodType, id: string) => {
    if (nameBySchema.has(schema)) return;
    nameBySchema.set(schema, id);
    registry.add(schema, { id });
  };
  for (const [name, schema] of Object.entries(contract)) if (schema instanceof z.ZodObject) add(schema, name);
  const named = new Set(nameBySchema.values());
  endpoints.forEach(({ output }, index) => add(output, `answer ${index}`));

  const { schemas } = z.toJSONSchema(registry, {
    io: 'output',
    unrepresentable: 'any',
    uri: (id) => schemaPath + id,
    override: withoutNoise,
  });
  const all = Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutIdentity(schema)]));
  const answerOf = ({ output }: contract.Endpoint) => {
    const id = nameBySchema.get(output) ?? '';
    return named.has(id) ? refTo(id) : (all[id] ?? {});
  };
  return { components: usedBy(endpoints.map(answerOf), all), answerOf };
}

/** Inside an OpenAPI document a schema is identified by its path. */
function withoutIdentity({ $schema: _dialect, $id: _id, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

/** Schemas that the roots or other schemas reference, and the error body, which every endpoint uses. */
function usedBy(roots: readonly JsonSchema[], all: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const used = new Set<string>();
  const visit = (schema: JsonSchema) => {
    for (const [, name = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(all[name] ?? {});
    }
  };
  [...roots, refTo('ErrorBody')].forEach(visit);
  return Object.fromEntries([...used].toSorted().map((name) => [name, all[name] ?? {}]));
}

export interface InputField {
  readonly name: string;
  readonly place: 'path' | 'query' | 'body';
  readonly isRequired: boolean;
  readonly schema: JsonSchema;
}

/** The input fields of a call and where each is sent, by the same rules as `toRequest`. */
export function listInput(endpoint: contract.Endpoint): InputField[] {
  const { properties = {}, required = [] } = toJsonSchema(endpoint.input);
  const carriesBody = endpoint.method === 'POST' || endpoint.method === 'PUT';
  const placeOf = (name: string) => {
    if (endpoint.path.includes(`{${name}}`)) return 'path';
    return carriesBody && !endpoint.queryKeys.includes(name) ? 'body' : 'query';
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    place: placeOf(name),
    isRequired: required.includes(name),
    schema: typeof schema === 'object' ? schema : {},
  }));
}
