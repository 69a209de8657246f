import type { Endpoint, ParsedInputOf } from '@chat-app/contract';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { invalidInput } from '../errors.ts';
import { parseInput } from './parse-input.ts';

/** A file that is still arriving. */
export interface IncomingFile {
  readonly stream: Readable;
  /** The name the sender gave it. */
  readonly name: string;
}

/** The fields that arrived before the file, not yet validated. */
export type EarlyFields = Readonly<Record<string, unknown>>;

/**
 * Reads a form with one file and plain fields, in any order. `take` gets the file while it arrives and must read it to
 * its end or throw.
 */
export async function readForm<E extends Endpoint, Taken>(
  request: FastifyRequest,
  endpoint: E,
  take: (file: IncomingFile, early: EarlyFields) => Promise<Taken>,
): Promise<{ input: ParsedInputOf<E>; taken: Taken }> {
  const fields: Record<string, unknown> = {};
  let file: { taken: Taken } | null = null;
  let isTaking = false;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        fields[part.fieldname] = part.fieldname in fields ? null : part.value;
        continue;
      }
      isTaking = true;
      file = { taken: await takePart(part, endpoint, (incoming) => take(incoming, fields)) };
      isTaking = false;
    }
  } catch (error) {
    throw isTaking ? error : toRefusal(error);
  }
  if (!file) throw invalidInput(`Send the file as the part "${endpoint.filePart}"`);
  return { input: parseInput(endpoint, fields), taken: file.taken };
}

async function takePart<Taken>(
  { fieldname, file, filename }: MultipartFile,
  { filePart }: Endpoint,
  take: (file: IncomingFile) => Promise<Taken>,
): Promise<Taken> {
  // Some clients send a file without a name, and browsers encode a double quote in a name as %22.
  if (fieldname === filePart)
    return take({ stream: file, name: ((filename as string | undefined) ?? '').replaceAll('%22', '"') });
  file.resume();
  throw invalidInput(`Send the file as the part "${filePart}"`);
}

/** Errors of the multipart parser are caused by the request, so they become invalid input. */
function toRefusal(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'FST_INVALID_MULTIPART_CONTENT_TYPE') return error;
  return invalidInput(code === 'FST_FILES_LIMIT' ? 'Send one file at a time' : 'The upload could not be read');
}
