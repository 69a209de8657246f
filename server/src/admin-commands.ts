import { type AdminPerson, RegistrationMode, type UserId } from '@chat-app/contract';
import type { AdminServices } from './admin-services.ts';
import { userRepository } from './features/users/index.ts';
import { AppError } from './platform/errors.ts';

export const usage = `Usage: npm run admin -- <command> [--json]
    people [search]       lists accounts, newest first
    suspend <email>       signs the account out everywhere and refuses further sign-ins
    resume <email>        undoes it
    sign-out <email>      signs the account out everywhere
    reset-link <email>    sends a link to set a new password
    grant <email>         makes the account an administrator
    revoke <email>        makes it an ordinary one
    delete <email> --yes  deletes the account for good
    registration [mode]   says who can sign up, or changes it: open, invite or closed`;

/** The command is wrong; nothing was done. */
export class UsageError extends Error {
  override name = 'UsageError';
}

interface Given extends AdminServices {
  readonly args: readonly string[];
  readonly flags: { readonly yes: boolean };
}

export interface AdminCommand {
  readonly minArgs: number;
  readonly maxArgs: number;
  run: (given: Given) => Promise<{ text: string; json: unknown }>;
}

const pageSize = 100;
/** For the audit log. */
const commandLine = null;

type Act = (given: Given, id: UserId) => Promise<AdminPerson>;

/** Something that is done to the account with this address. */
const act = (done: string, run: Act): AdminCommand => ({
  minArgs: 1,
  maxArgs: 1,
  run: async (given) => {
    const { id, email } = await findByEmail(given);
    return { text: `${done} ${email}.`, json: await run(given, id) };
  },
});

export const commands: Record<string, AdminCommand | undefined> = {
  people: { minArgs: 0, maxArgs: 1, run: listPeople },
  suspend: act('Suspended', ({ people }, id) => people.suspend(commandLine, id)),
  resume: act('Resumed', ({ people }, id) => people.resume(commandLine, id)),
  'sign-out': act('Signed out', ({ people }, id) => people.signOut(commandLine, id)),
  'reset-link': act('Sent a reset link to', ({ people }, id) => people.sendResetLink(commandLine, id)),
  grant: act('There is a new administrator:', ({ appointments }, id) => appointments.grant(commandLine, id)),
  revoke: act('No administrator any more:', ({ appointments }, id) => appointments.revoke(commandLine, id)),
  delete: { minArgs: 1, maxArgs: 1, run: deleteAccount },
  registration: { minArgs: 0, maxArgs: 1, run: readOrSetRegistration },
};

async function listPeople({ args: [search = ''], people }: Given) {
  const found: AdminPerson[] = [];
  let beforeId: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof people.list>> = await people.list(
      { search, state: 'all' },
      { beforeId, limit: pageSize },
    );
    found.push(...page.data);
    beforeId = page.cursor;
  } while (beforeId !== null);
  return { text: found.length === 0 ? 'Nobody.' : found.map(lineOf).join('\n'), json: found };
}

function lineOf({ email, name, isVerified, isSuspended, isAdmin, isAdminFixed }: AdminPerson): string {
  const marks = [
    isAdmin && (isAdminFixed ? 'administrator by ADMIN_EMAILS' : 'administrator'),
    isSuspended && 'suspended',
    !isVerified && 'not verified',
  ].filter((mark) => mark !== false);
  return `${email}  ${name}${marks.length > 0 ? `  (${marks.join(', ')})` : ''}`;
}

async function deleteAccount(given: Given) {
  const { id, email } = await findByEmail(given);
  if (!given.flags.yes) throw new UsageError('Deleting an account cannot be undone. Add --yes to do it.');
  await given.people.remove(commandLine, id);
  return { text: `Deleted ${email}.`, json: { deleted: email } };
}

async function readOrSetRegistration({ args: [mode], settings }: Given) {
  const wanted = RegistrationMode.optional().safeParse(mode);
  if (!wanted.success) throw new UsageError('Registration is open, invite or closed.');
  const registration = wanted.data;
  const now = registration === undefined ? await settings.get() : await settings.update(commandLine, { registration });
  const domains = now.allowedEmailDomains.value.join(', ');
  const text = `Registration: ${now.registration.value}${domains === '' ? '' : `, for addresses of ${domains}`}.`;
  return { text, json: now };
}

async function findByEmail({ args: [email = ''], database }: Given) {
  const user = await userRepository.findByEmail(database.sql, email.trim().normalize('NFKC').toLowerCase());
  if (!user) throw new AppError('not_found', `There is no account with the address ${email}.`);
  return user;
}
