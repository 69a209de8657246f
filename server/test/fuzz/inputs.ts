import { z } from 'zod';
import { hostile } from './hostile-values.ts';
import type { Random } from '../random.ts';

/** The part of JSON Schema that our schemas use. */
interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Record<string, Schema>;
  readonly required?: readonly string[];
  readonly items?: Schema | false;
  readonly prefixItems?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
}

const schemas = new Map<z.ZodType, Schema>();

function schemaOf(type: z.ZodType): Schema {
  const known = schemas.get(type);
  if (known) return known;
  const schema = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Schema;
  schemas.set(type, schema);
  return schema;
}

interface Source {
  readonly random: Random;
  /** Existing ids: of users, chats, messages, requests. */
  readonly ids: readonly string[];
}

/** A value that mostly fits the schema, so that it passes the first validation. */
export function likely(type: z.ZodType, source: Source): unknown {
  return valueOf(schemaOf(type), source);
}

/** The same, with an invalid part. */
export function twisted(type: z.ZodType, source: Source): unknown {
  return twist(likely(type, source), source);
}

function valueOf(schema: Schema, source: Source): unknown {
  const { random } = source;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  if (schema.anyOf) return valueOf(random.pick(schema.anyOf), source);
  if (schema.prefixItems) return schema.prefixItems.map((item) => valueOf(item, source));
  switch (schema.type) {
    case 'object':
      return objectOf(schema, source);
    case 'array':
      return Array.from({ length: random.below(4) }, () => valueOf(schema.items || {}, source));
    case 'string':
      return stringOf(schema, source);
    case 'integer':
    case 'number':
      return random.pick([schema.minimum ?? 0, 1, 2, random.below(1000), schema.maximum ?? 100]);
    case 'boolean':
      return random.isOneIn(2);
    case undefined:
    default:
      return hostile(random);
  }
}

function objectOf({ properties = {}, required = [] }: Schema, source: Source) {
  const { random } = source;
  const kept = Object.entries(properties).filter(([key]) => required.includes(key) || random.isOneIn(2));
  return Object.fromEntries(kept.map(([key, schema]) => [key, valueOf(schema, source)]));
}

function stringOf({ format, maxLength = 40 }: Schema, { random, ids }: Source): string {
  if (format === 'uuid') return random.pick(ids);
  if (format === 'email') return `p${random.below(50)}@example.org`;
  const text = random.pick([
    'hello',
    'Ann',
    'Secret1!',
    '👋',
    'line\nline',
    'https://example.org/a.png',
    random.pick(ids),
  ]);
  return random.isOneIn(10) ? text.padEnd(Math.min(maxLength, 20_000), 'x') : text;
}

function twist(value: unknown, source: Source): unknown {
  const { random } = source;
  if (random.isOneIn(6) || typeof value !== 'object' || value === null) return hostile(random);
  if (Array.isArray(value)) {
    const items: unknown[] = [...(value as unknown[])];
    const at = random.below(items.length + 1);
    const deed = random.below(4);
    if (deed === 0) items.push(hostile(random));
    else if (deed === 1) items.pop();
    else if (at < items.length) items[at] = twist(items[at], source);
    return items;
  }
  const entries = Object.entries(value);
  if (entries.length === 0 || random.isOneIn(6))
    return { ...value, [(JSON.stringify(hostile(random)) ?? '').slice(0, 50)]: hostile(random) };
  const at = random.below(entries.length);
  if (random.isOneIn(4)) entries.splice(at, 1);
  else {
    const entry = entries[at];
    if (entry) entries[at] = [entry[0], twist(entry[1], source)];
  }
  return Object.fromEntries(entries);
}
