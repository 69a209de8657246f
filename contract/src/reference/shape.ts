import { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * The input as JSON Schema. Ids and times are described by their format; the patterns behind them do not help a reader.
 */
export function toJsonSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: withoutNoise });
}

/** For the `override` option of zod's converter. */
export function withoutNoise({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

/** A schema in one line, close to TypeScript's notation: `{ name: string, size: integer (0 or more) }`. */
export function shapeOf(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return nameOfRef(schema.$ref);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((choice) => shapeOf(choice)).join(' | ');
  return shapeOfType(schema);
}

/** The last part of `#/components/schemas/Message`. */
export const nameOfRef = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1);

function shapeOfType(schema: JsonSchema): string {
  const { type } = schema;
  if (type === 'string') return shapeOfString(schema);
  if (type === 'integer' || type === 'number') return type + inWords(schema.minimum, schema.maximum);
  if (type === 'array') return shapeOfArray(schema);
  if (type === 'object') return shapeOfObject(schema);
  return typeof type === 'string' ? type : 'anything';
}

function shapeOfString({ format, minLength, maxLength }: JsonSchema): string {
  if (format === 'uuid') return 'id';
  if (format === 'date-time') return 'time';
  return `string${inWords(minLength, maxLength)}`;
}

function shapeOfArray({ items, minItems, maxItems }: JsonSchema): string {
  const item = typeof items === 'object' && !Array.isArray(items) ? shapeOf(items) : 'anything';
  return `${item.includes(' ') ? `(${item})` : item}[]${inWords(minItems, maxItems)}`;
}

function shapeOfObject({ properties = {}, required = [], additionalProperties }: JsonSchema): string {
  const fields = Object.entries(properties).map(([name, field]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${name}${mark}: ${typeof field === 'object' ? shapeOf(field) : 'anything'}`;
  });
  if (fields.length === 0 && typeof additionalProperties === 'object')
    return `{ [id]: ${shapeOf(additionalProperties)} }`;
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

function inWords(least?: number, most?: number): string {
  if (least === undefined) return most === undefined ? '' : ` (at most ${most})`;
  return most === undefined ? ` (${least} or more)` : ` (${least} to ${most})`;
}
