import { clientEvents, type Endpoint, toRequest } from '@chat-app/contract';
import type { Socket } from 'socket.io-client';
import type { HttpClient } from '../http-client.ts';
import { hostile } from './hostile-values.ts';
import { likely, twisted } from './inputs.ts';
import type { Random } from '../random.ts';

interface Tools {
  readonly random: Random;
  readonly ids: readonly string[];
}

/** One call that must not cause an internal error. */
export async function callOnce(client: HttpClient, endpoint: Endpoint, tools: Tools): Promise<number> {
  const { random } = tools;
  const input = random.isOneIn(4) ? likely(endpoint.input, tools) : twisted(endpoint.input, tools);
  if (endpoint.filePart !== null) return (await client.sendForm(endpoint.path, formOf(endpoint, input, random))).status;
  const { method, url, body } = toRequest(endpoint, asRecord(input));
  if (body === null) return (await client.send(method, url)).status;
  const { text, headers } = disguise(JSON.stringify(body), random);
  return (await client.send(method, url, { body: text, headers })).status;
}

/** Sends one event, with valid or invalid arguments, or with an unknown name. */
export function emitOnce(socket: Socket, tools: Tools): string {
  const { random } = tools;
  const name = random.pick(Object.keys(clientEvents)) as keyof typeof clientEvents;
  const made = random.isOneIn(4) ? likely(clientEvents[name], tools) : twisted(clientEvents[name], tools);
  const args: unknown[] = Array.isArray(made) ? made : [made];
  switch (random.below(20)) {
    case 0:
      socket.emit((JSON.stringify(hostile(random)) ?? 'x').slice(0, 200), ...args);
      break;
    case 1:
      socket.emit(name, ...args, () => {});
      break;
    case 2:
      socket.emit(name, Buffer.alloc(random.below(2000)), ...args);
      break;
    default:
      socket.emit(name, ...args);
  }
  return name;
}

/** Path parameters must exist; everything else may be anything. */
function asRecord(input: unknown): Record<string, unknown> {
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input as Record<string, unknown>;
  return { value: input };
}

/** Sometimes the body is not JSON, is truncated, or declares another content type. */
function disguise(text: string, random: Random): { text: string; headers: Record<string, string> } {
  const json = { 'content-type': 'application/json' };
  switch (random.below(12)) {
    case 0:
      return { text: text.slice(0, random.below(text.length + 1)), headers: json };
    case 1:
      return { text: `[${text}]`, headers: json };
    case 2:
      return {
        text,
        headers: { 'content-type': random.pick(['text/plain', 'application/xml', 'a/b; c', 'multipart/form-data']) },
      };
    case 3:
      return { text: '\u0000'.repeat(random.below(50) + 1), headers: json };
    default:
      return { text, headers: json };
  }
}

function formOf({ filePart }: Endpoint, input: unknown, random: Random): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(asRecord(input)))
    form.append(wellFormed(key), wellFormed(JSON.stringify(value) ?? ''));
  const bytes = Uint8Array.from({ length: random.below(3000) }, () => random.below(256));
  const name = wellFormed((JSON.stringify(hostile(random)) ?? '').slice(0, 300));
  if (!random.isOneIn(5)) form.append(random.isOneIn(8) ? 'other' : (filePart ?? 'file'), new Blob([bytes]), name);
  return form;
}

/** A lone surrogate cannot be put into a form. */
const wellFormed = (text: string) => Buffer.from(text).toString();
