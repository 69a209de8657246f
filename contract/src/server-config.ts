import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { RegistrationMode } from './registration.ts';

/** What the web client needs to know about this server at run time. */
export const ServerConfig = z.object({
  title: z.string(),
  googleClientId: z.string().nullable(),
  /** The origin of the chat server; null: same origin. */
  socketUrl: z.string().nullable(),
  /** The page of outgoing mails; null if it does not exist or the client is remote. Older servers omit it. */
  devMailboxUrl: z.string().nullish(),
  /** Who may create an account, and with addresses of which domains: an empty list is all. Older servers omit both. */
  registration: RegistrationMode.default('open'),
  allowedEmailDomains: z.array(z.string()).default([]),
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
