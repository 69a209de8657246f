import { z } from 'zod';
import { endpoint, FileOutput } from './endpoint.ts';

/**
 * A ZIP archive of what the caller has here. Its size is known at its end only. It ends with the session, and no page of
 * another site can start it.
 */
export const exportAccount = endpoint({
  method: 'GET',
  path: '/api/auth/export',
  access: 'verified',
  input: z.object({}),
  output: FileOutput,
  errors: ['cross_site'],
});
