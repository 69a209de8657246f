import { z } from 'zod';

/** Who may create an account: everybody, people with an invitation, or nobody. */
export const registrationModes = ['open', 'invite', 'closed'] as const;
export const RegistrationMode = z.enum(registrationModes, 'Registration must be open, invite or closed');
export type RegistrationMode = z.infer<typeof RegistrationMode>;
