import type { z } from 'zod';
import { FriendRequest } from '../friendships.ts';
import { Message } from '../messages.ts';
import { clientEvents } from '../socket.ts';
import { clientEventReference } from './client-event-texts.ts';
import { serverEventReference } from './server-event-texts.ts';
import { shapeOf, toJsonSchema } from './shape.ts';

interface Argument {
  readonly name: string;
  readonly shape: string;
  readonly isOptional: boolean;
}

interface ClientEvent {
  readonly name: string;
  readonly args: readonly Argument[];
  readonly effect: string;
  readonly who: string;
  readonly answer: string;
  readonly limit: string;
}

interface ServerEvent {
  readonly name: string;
  readonly args: readonly Argument[];
  readonly meaning: string;
  readonly to: string;
}

/** Described with the HTTP calls that return them. */
const nameBySchema = new Map<z.ZodType, string>([
  [Message, 'Message'],
  [FriendRequest, 'FriendRequest'],
]);

/** The events a browser may send, in the order of the contract. */
export function listClientEvents(): ClientEvent[] {
  return Object.entries(clientEvents).map(([name, tuple]) => {
    const { args, limit = '', ...text } = clientEventReference[name as keyof typeof clientEventReference];
    const { items } = tuple.def;
    return { name, ...text, limit, args: items.map((item, index) => argument(args[index] ?? '', item)) };
  });
}

/** The events the server sends. */
export function listServerEvents(): ServerEvent[] {
  return Object.entries(serverEventReference).map(([name, { args, ...text }]) => ({
    name,
    ...text,
    args: args.map(([argName, schema]) => argument(argName, schema)),
  }));
}

function argument(name: string, schema: z.ZodType): Argument {
  const shape = nameBySchema.get(schema) ?? shapeOf(toJsonSchema(schema));
  return { name, shape, isOptional: schema.safeParse(undefined).success };
}
