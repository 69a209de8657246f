import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const IceServer = z.object({
  urls: z.array(z.string()),
  username: z.string().optional(),
  credential: z.string().optional(),
});
export type IceServer = z.infer<typeof IceServer>;

/** STUN and TURN servers for peer connections. `types` is a list such as `private,cloudflare`; others are ignored. */
export const getIceServers = endpoint({
  method: 'GET',
  path: '/api/tools/ice-servers',
  access: 'verified',
  input: z.object({ types: z.string().max(200).default('private,cloudflare') }),
  output: z.object({ data: z.array(IceServer) }),
});
