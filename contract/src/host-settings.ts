import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Announcement, announcementLevels } from './announcements.ts';
import { requiredText, storedTimestamp } from './primitives.ts';
import { RegistrationMode } from './registration.ts';

export const allowedDomainsMax = 50;
export const announcementMaxLength = 500;

const domainInvalid = 'A domain looks like example.org';
const domainPattern =
  /^[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)+$/u;

/** The part of an address after the @, in the form in which addresses are stored. A leading @ is accepted. */
export const EmailDomain = requiredText(domainInvalid)
  .trim()
  .max(100, domainInvalid)
  .normalize('NFKC')
  .toLowerCase()
  .transform((text) => text.replace(/^@/, ''))
  .pipe(z.string().regex(domainPattern, domainInvalid));

/** Without repetitions. An empty list allows every address. */
export const EmailDomains = z
  .array(EmailDomain, 'The domains must be a list')
  .max(allowedDomainsMax, `At most ${allowedDomainsMax} domains can be allowed`)
  .transform((domains) => [...new Set(domains)]);

/** A setting, and whether the environment of the server fixes it. */
const setting = <Value extends z.ZodType>(value: Value) => z.object({ value, isFixed: z.boolean() });

/** What an administrator can change while the server runs. */
export const HostSettings = z.object({
  registration: setting(RegistrationMode),
  /** Addresses with which people may sign up. Empty: all of them. */
  allowedEmailDomains: setting(z.array(z.string())),
});
export type HostSettings = z.infer<typeof HostSettings>;

export const getHostSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  access: 'admin',
  input: z.object({}),
  output: z.object({ settings: HostSettings }),
});

/** Settings that are left out stay. One that the environment fixes is refused with `invalid_input`. */
export const updateHostSettings = endpoint({
  method: 'PUT',
  path: '/api/admin/settings',
  access: 'admin',
  input: z.object({ registration: RegistrationMode.optional(), allowedEmailDomains: EmailDomains.optional() }),
  output: z.object({ settings: HostSettings }),
});

const announcementInvalid = `An announcement has 1 to ${announcementMaxLength} characters`;

/** Replaces the current announcement: also people who dismissed that one see the new one. */
export const setAnnouncement = endpoint({
  method: 'PUT',
  path: '/api/admin/announcement',
  access: 'admin',
  input: z.object({
    text: requiredText(announcementInvalid)
      .trim()
      .min(1, announcementInvalid)
      .max(announcementMaxLength, announcementInvalid),
    level: z.enum(announcementLevels, 'The level must be info or warning').default('info'),
    expiresAt: storedTimestamp('The end must be a time such as 2030-01-31T12:00:00.000Z').nullish(),
  }),
  output: z.object({ announcement: Announcement }),
});

/** Withdraws the current announcement. Without one, nothing happens. */
export const clearAnnouncement = endpoint({
  method: 'DELETE',
  path: '/api/admin/announcement',
  access: 'admin',
  input: z.object({}),
  output: z.object({}),
});

/** Why a registration, a setting or an announcement is refused. Here, because the login screen loads the shared texts. */
export const hostSettingsTexts = {
  registrationClosed: 'Sign-up is closed on this server',
  invitationNeeded: 'You need an invitation to sign up on this server',
  invitationUnusable: 'This invitation can no longer be used. Please ask for a new one.',
  invitationLost:
    'The invitation that you signed up with can no longer be used. Ask for a new one, open it where you are logged in, and then open the link in this mail again.',
  registrationFixed: 'Registration is set by REGISTRATION on the server and can only be changed there',
  domainsFixed: 'The domains are set by ALLOWED_EMAIL_DOMAINS on the server and can only be changed there',
  announcementPast: 'The end of an announcement must be in the future',
} as const;
