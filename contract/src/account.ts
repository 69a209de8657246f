import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ProfileName } from './names.ts';
import { GivenPassword, NewPassword } from './passwords.ts';
import { GivenImageUrl } from './primitives.ts';
import { Me } from './users.ts';

const Updated = z.object({ user: Me });

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/auth/update/info',
  access: 'signed-in',
  input: z.object({ name: ProfileName, avatar: GivenImageUrl.nullish() }),
  output: Updated,
});

/** What is left out stays as it is. */
export const updatePrivacy = endpoint({
  method: 'PUT',
  path: '/api/auth/update/privacy',
  access: 'verified',
  input: z.object({
    sendsReceipts: z.boolean().optional(),
    sharesPresence: z.boolean().optional(),
    isFindable: z.boolean().optional(),
    mentionsBreakMute: z.boolean().optional(),
  }),
  output: Updated,
});

export const updatePassword = endpoint({
  method: 'PUT',
  path: '/api/auth/update/password',
  access: 'signed-in',
  input: z.object({ oldPassword: GivenPassword, newPassword: NewPassword }),
  output: z.object({}),
});
