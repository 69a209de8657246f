/** A value that is sent as a parameter, never as part of the text. */
type Parameter = string | number | bigint | boolean | Date | Uint8Array | null | readonly Parameter[];

/** What `${}` accepts: a parameter, a fragment made by the same tag, an identifier, or a constant. */
type Value = Parameter | Query<unknown> | Identifier | Constant;

/** A statement in the driver's form. Without a name it is not prepared. */
export interface Statement {
  readonly text: string;
  readonly values: readonly Parameter[];
  readonly name?: string;
}

/** Sends a statement to the database: to any connection of the pool, or to that of one transaction. */
export interface Execute {
  /** The resulting rows, with camelCase columns. */
  statement: (statement: Statement) => Promise<unknown[]>;
  /** Several statements in one text, without parameters. */
  script: (text: string) => Promise<void>;
}

/**
 * Tags SQL text. Values become parameters; a query inside another one becomes a part of it. A query runs when it is awaited.
 *
 *     const rows = await sql<UserRow[]>`select id, name from users where id = any(${ids})`;
 */
export interface Sql {
  <List extends readonly unknown[] = Record<string, unknown>[]>(
    strings: TemplateStringsArray,
    ...values: readonly Value[]
  ): Query<List>;
  /** The quoted name of a table, a column or a role. */
  identifier: (name: string) => Identifier;
  /**
   * A whole number as part of the text, for a `limit`: the planner knows it, so that the plan can be kept. Only for a few
   * different numbers, because each of them is a statement of its own.
   */
  constant: (number: number) => Constant;
  /** Runs several statements in one text, without parameters. Never pass text that comes from a user. */
  script: (text: string) => Promise<void>;
}

export function createSql(execute: Execute): Sql {
  const tag = (strings: TemplateStringsArray, ...values: readonly Value[]) => new Query(strings, values, execute);
  return Object.assign(tag as unknown as Sql, {
    identifier: (name: string) => new Identifier(name),
    constant: (number: number) => new Constant(number),
    script: execute.script,
  });
}

class Identifier {
  readonly text: string;

  constructor(name: string) {
    this.text = quoted(name);
  }
}

class Constant {
  readonly text: string;

  constructor(number: number) {
    if (!Number.isSafeInteger(number)) throw new TypeError('a constant is a whole number');
    this.text = String(number);
  }
}

/** One statement, or a fragment of one. Awaiting it runs it once. */
export class Query<List> implements PromiseLike<List> {
  #result: Promise<List> | undefined;

  constructor(
    readonly strings: TemplateStringsArray,
    readonly values: readonly Value[],
    private readonly execute: Execute,
  ) {}

  // oxlint-disable-next-line unicorn/no-thenable -- a query is awaited where it runs and nested where it is a fragment
  then<Fulfilled = List, Rejected = never>(
    onFulfilled?: ((result: List) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((error: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#run().then(onFulfilled, onRejected);
  }

  catch<Rejected>(onRejected: (error: unknown) => Rejected | PromiseLike<Rejected>): Promise<List | Rejected> {
    return this.#run().catch(onRejected);
  }

  #run(): Promise<List> {
    this.#result ??= this.execute.statement(compile(this)) as Promise<unknown> as Promise<List>;
    return this.#result;
  }
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Numbers the parameters and names the statement by its text, so that each connection prepares it once. */
export function compile(query: Query<unknown>): Statement {
  const { strings, values } = query;
  if (values.some(isPartOfText)) return compose(query);
  const known = statementByTemplate.get(strings);
  if (known) return { ...known, values: values.map((value) => asParameter(value as Parameter)) };
  const composed = compose(query);
  statementByTemplate.set(strings, { ...composed, values: [] });
  return composed;
}

const isPartOfText = (value: Value) =>
  value instanceof Query || value instanceof Identifier || value instanceof Constant;

/**
 * Compiled statements without fragments, by their location in the source: joining and comparing long texts takes time.
 */
const statementByTemplate = new WeakMap<TemplateStringsArray, Statement>();

function compose(query: Query<unknown>): Statement {
  const values: Parameter[] = [];
  let hasIdentifier = false;

  function textOf({ strings, values: given }: Query<unknown>): string {
    let text = strings[0] ?? '';
    for (const [index, value] of given.entries()) text += placeholderOf(value) + (strings[index + 1] ?? '');
    return text;
  }

  function placeholderOf(value: Value): string {
    if (value instanceof Query) return textOf(value);
    if (value instanceof Constant) return value.text;
    if (value instanceof Identifier) {
      hasIdentifier = true;
      return value.text;
    }
    return `$${values.push(asParameter(value))}`;
  }

  const text = textOf(query);
  // Table and database names are unbounded; statements that contain one are rare and not worth preparing.
  return hasIdentifier ? { text, values } : { text, values, name: nameOf(text) };
}

function asParameter(value: Parameter): Parameter {
  // The driver would send null, and a condition on a missing value would silently match nothing.
  if (value === undefined) throw new TypeError('undefined is no SQL parameter');
  return value instanceof Date ? value.toISOString() : value;
}

const nameByText = new Map<string, string>();

function nameOf(text: string): string {
  let name = nameByText.get(text);
  if (name === undefined) {
    name = `s${nameByText.size + 1}`;
    nameByText.set(text, name);
  }
  return name;
}
