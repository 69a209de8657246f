import { z } from 'zod';
import { endpoint, FileOutput } from './endpoint.ts';

/** Every HTTP call and socket event of this server, as an HTML page. */
export const getApiDocs = endpoint({
  method: 'GET',
  path: '/api/docs',
  access: 'public',
  input: z.object({}),
  output: FileOutput,
});

/** The same calls as an OpenAPI document, for programs. */
export const getOpenApi = endpoint({
  method: 'GET',
  path: '/api/docs/openapi.json',
  access: 'public',
  input: z.object({}),
  output: FileOutput,
});
