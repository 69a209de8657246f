import type { z } from 'zod';

/** A name and a schema for each argument; one too few, too many or of another type does not compile. */
type NamedSchemas<Args extends readonly unknown[]> = {
  readonly [Index in keyof Args]-?: readonly [name: string, schema: z.ZodType & { _zod: { output: Args[Index] } }];
};

export interface ServerEventText<Args extends readonly unknown[]> {
  readonly args: NamedSchemas<Args>;
  readonly meaning: string;
  readonly to: string;
}
