import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** What the web client needs to know about this server at run time. */
export const ServerConfig = z.object({
  title: z.string(),
  googleClientId: z.string().nullable(),
  /** Where the chat server is; null: same origin. */
  socketUrl: z.string().nullable(),
  /** Where outgoing mails can be read; null without that page, and for everybody but the operator's own machine. Older servers do not send it. */
  devMailboxUrl: z.string().nullish(),
  limits: z.object({ maxUploadBytes: z.number(), maxImageBytes: z.number(), maxGroupSize: z.number() }),
});
export type ServerConfig = z.infer<typeof ServerConfig>;

export const getServerConfig = endpoint({
  method: 'GET',
  path: '/api/config',
  access: 'public',
  input: z.object({}),
  output: ServerConfig,
});
