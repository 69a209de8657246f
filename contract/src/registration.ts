import { z } from 'zod';

/** Who may create an account: everybody, people with an invitation, or nobody. */
export const registrationModes = ['open', 'invite', 'closed'] as const;
export const RegistrationMode = z.enum(registrationModes, 'Registration must be open, invite or closed');
export type RegistrationMode = z.infer<typeof RegistrationMode>;

/** Subdomains do not count: an organisation may not control all of them. An empty list allows every address. */
export function isAllowedEmail(email: string, domains: readonly string[]): boolean {
  return domains.length === 0 || domains.includes(email.slice(email.lastIndexOf('@') + 1));
}

/** Why an address is refused. */
export function emailDomainText(domains: readonly string[]): string {
  const [first = '', ...others] = domains.map((domain) => `@${domain}`);
  const last = others.pop();
  if (last === undefined) return `The address must end with ${first}`;
  return `The address must end with ${[first, ...others].join(', ')} or ${last}`;
}
