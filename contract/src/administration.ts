import { z } from 'zod';
import { endpoint, FileOutput } from './endpoint.ts';
import { Invite } from './invites.ts';
import { ImageUrl, InviteId, ReportId, SearchText, storedTimestamp, Timestamp, UserId } from './primitives.ts';
import { Person } from './users.ts';

/** Why an administrative act is refused. Here, because the login screen would load it with the other texts. */
export const administrationTexts = {
  lastAdministrator: 'This is the last administrator. Make somebody else an administrator first.',
  fixedAdministrator: 'This administrator is set by ADMIN_EMAILS on the server and can only be changed there.',
  unverifiedAdministrator: 'Only somebody with a verified email address can be an administrator',
  suspendedAdministrator: 'A suspended account cannot be made an administrator',
  closedOtherwise: 'This report was closed with another outcome already',
  reportedIsGone: 'The reported account no longer exists',
} as const;

/** Of the previous page; null on the last one. */
const Cursor = z.string().nullable();
const page = {
  cursor: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
};

/** An account, as administrators see it. */
export const AdminPerson = Person.extend({
  email: z.string(),
  createdAt: Timestamp,
  /** To the day; null without an open session. */
  lastUsedAt: Timestamp.nullable(),
  isVerified: z.boolean(),
  isSuspended: z.boolean(),
  isAdmin: z.boolean(),
  /** The environment makes them an administrator: nobody can revoke it here. */
  isAdminFixed: z.boolean(),
  /** Of their uploads. */
  storageBytes: z.number(),
  /** Reports against them, open and closed. */
  reportCount: z.number(),
});
export type AdminPerson = z.infer<typeof AdminPerson>;

export const AdminPersonState = z.enum(['all', 'verified', 'unverified', 'suspended', 'administrators']);
export type AdminPersonState = z.infer<typeof AdminPersonState>;

/** The newest accounts first. */
export const getPeople = endpoint({
  method: 'GET',
  path: '/api/admin/people',
  access: 'admin',
  input: z.object({ search: SearchText.optional(), state: AdminPersonState.default('all'), ...page }),
  output: z.object({ data: z.array(AdminPerson), cursor: Cursor }),
});

const personInPath = z.object({ id: UserId });
/** The account afterwards. */
const Changed = z.object({ person: AdminPerson });

export const suspendPerson = endpoint({
  method: 'POST',
  path: '/api/admin/people/{id}/suspend',
  access: 'admin',
  input: personInPath,
  output: Changed,
  errors: ['forbidden'],
});

export const resumePerson = endpoint({
  method: 'POST',
  path: '/api/admin/people/{id}/resume',
  access: 'admin',
  input: personInPath,
  output: Changed,
});

/** Ends all sessions of this person. */
export const signOutPerson = endpoint({
  method: 'POST',
  path: '/api/admin/people/{id}/sign-out',
  access: 'admin',
  input: personInPath,
  output: Changed,
});

export const sendResetLink = endpoint({
  method: 'POST',
  path: '/api/admin/people/{id}/reset-link',
  access: 'admin',
  input: personInPath,
  output: Changed,
});

export const grantAdministration = endpoint({
  method: 'POST',
  path: '/api/admin/people/{id}/grant',
  access: 'admin',
  input: personInPath,
  output: Changed,
  errors: ['forbidden'],
});

export const revokeAdministration = endpoint({
  method: 'POST',
  path: '/api/admin/people/{id}/revoke',
  access: 'admin',
  input: personInPath,
  output: Changed,
  errors: ['forbidden'],
});

/** Deletes the account as its owner could. */
export const deletePerson = endpoint({
  method: 'DELETE',
  path: '/api/admin/people/{id}',
  access: 'admin',
  input: personInPath,
  output: z.object({}),
  errors: ['forbidden'],
});

/** A copy of a message, as it was when it was reported. */
const ReportedMessage = z.object({ type: z.string(), content: z.string(), at: Timestamp });

/** A message that preceded the reported one, as the reporter saw it. */
const ReportContext = ReportedMessage.extend({ by: z.enum(['reported', 'reporter', 'other']) });

export const ReportOutcome = z.enum(['dismissed', 'suspended']);
export type ReportOutcome = z.infer<typeof ReportOutcome>;

export const AdminReport = z.object({
  _id: ReportId,
  createdAt: Timestamp,
  reason: z.string(),
  /** Null when the account was deleted. */
  reporter: z.object({ _id: UserId, name: z.string(), avatar: ImageUrl }).nullable(),
  /** The reported person or author; null when the account was deleted. */
  person: z.object({ _id: UserId, name: z.string(), avatar: ImageUrl, isSuspended: z.boolean() }).nullable(),
  /** Null for a report about a person. */
  message: ReportedMessage.nullable(),
  /** Up to five messages before the reported one, oldest first. */
  context: z.array(ReportContext),
  /** Null while it is open. `by` is null when the account was deleted, or for the command line. */
  closed: z
    .object({ at: Timestamp, outcome: ReportOutcome, by: z.object({ _id: UserId, name: z.string() }).nullable() })
    .nullable(),
});
export type AdminReport = z.infer<typeof AdminReport>;

/** The newest reports first. */
export const getReports = endpoint({
  method: 'GET',
  path: '/api/admin/reports',
  access: 'admin',
  input: z.object({ state: z.enum(['open', 'closed']).default('open'), ...page }),
  output: z.object({ data: z.array(AdminReport), cursor: Cursor }),
});

/** With the outcome 'suspended', the reported person is suspended as well. */
export const closeReport = endpoint({
  method: 'POST',
  path: '/api/admin/reports/{id}/close',
  access: 'admin',
  input: z.object({ id: ReportId, outcome: ReportOutcome }),
  output: z.object({ report: AdminReport }),
  errors: ['forbidden'],
});

/** An invitation, as administrators see it. They see neither its link nor who used it. */
export const AdminInvite = Invite.pick({
  _id: true,
  kind: true,
  createdAt: true,
  expiresAt: true,
  maxUses: true,
  uses: true,
}).extend({
  creator: z.object({ _id: UserId, name: z.string(), avatar: ImageUrl }),
  /** Of the group; null for an invitation to become friends. */
  chatName: z.string().nullable(),
});
export type AdminInvite = z.infer<typeof AdminInvite>;

/** All that can still be used, the newest first. */
export const getAdminInvites = endpoint({
  method: 'GET',
  path: '/api/admin/invites',
  access: 'admin',
  input: z.object(page),
  output: z.object({ data: z.array(AdminInvite), cursor: Cursor }),
});

export const revokeAnyInvite = endpoint({
  method: 'POST',
  path: '/api/admin/invites/{id}/revoke',
  access: 'admin',
  input: z.object({ id: InviteId }),
  output: z.object({}),
});

/** What administrators do. Other features of administration add theirs here. */
export const auditActions = [
  'person.suspend',
  'person.resume',
  'person.signOut',
  'person.resetLink',
  'person.delete',
  'admin.claim',
  'admin.grant',
  'admin.revoke',
  'report.close',
  'invite.revoke',
  'settings.change',
  'announcement.publish',
  'announcement.end',
] as const;
export const AuditAction = z.enum(auditActions);
export type AuditAction = z.infer<typeof AuditAction>;

export const AuditEntry = z.object({
  _id: z.string(),
  at: Timestamp,
  /** Null for the command line. */
  actor: z.object({ _id: UserId, name: z.string() }).nullable(),
  /** A newer server may know more of them. */
  action: z.string(),
  /** Whom the act concerned; null where it concerned nobody. Deleted accounts keep their id and lose their name. */
  target: z.object({ _id: UserId, name: z.string() }).nullable(),
  /** Such as the new value of a setting. */
  detail: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const auditFilter = {
  /** The id of an administrator, or the command line. */
  actor: z.union([z.literal('command-line'), UserId]).optional(),
  action: AuditAction.optional(),
  since: storedTimestamp().optional(),
  until: storedTimestamp().optional(),
};

/** The newest entries first. */
export const getAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'admin',
  input: z.object({ ...auditFilter, ...page }),
  output: z.object({ data: z.array(AuditEntry), cursor: Cursor }),
});

/** All matching entries as CSV, for a spreadsheet. */
export const exportAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit.csv',
  access: 'admin',
  input: z.object(auditFilter),
  output: FileOutput,
});
