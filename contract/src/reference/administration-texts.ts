import type { EndpointText } from './endpoint-text.ts';

const acts = 'Every act is recorded in the audit log.';

export const administrationEndpointTexts = {
  getPeople: {
    summary: 'List accounts',
    details:
      'The newest first. `search` matches a part of the name or of the email address. `lastUsedAt` is exact to the day.',
  },
  suspendPerson: {
    summary: 'Suspend an account',
    details: `Ends all sessions and connections of the person at once; signing in is refused with 403 until the account is resumed. Nothing is deleted. Administrators whom the environment names, and the last administrator, cannot be suspended (403). ${acts}`,
  },
  resumePerson: { summary: 'Resume a suspended account', details: acts },
  signOutPerson: { summary: 'Sign an account out everywhere', details: acts },
  sendResetLink: {
    summary: 'Send a password reset link',
    details: `Sends the mail of "Forgot password" to the address of the account. ${acts}`,
  },
  grantAdministration: {
    summary: 'Make somebody an administrator',
    details: `The email address must be verified, and the account not suspended (403). ${acts}`,
  },
  revokeAdministration: {
    summary: 'Make an administrator an ordinary user',
    details: `Administrators whom the environment names, and the last administrator, stay (403). ${acts}`,
  },
  deletePerson: {
    summary: 'Delete an account',
    details: `At once and for good, like \`POST /api/auth/delete-account\`: messages and their files stay, by "Deleted account". Administrators whom the environment names, and the last administrator, cannot be deleted (403). ${acts}`,
  },
  getReports: {
    summary: 'List reports',
    details:
      'The newest first. A report about a message contains copies of it and of up to five messages before it, as the reporter saw them at that time. Administrators see no other message.',
  },
  closeReport: {
    summary: 'Close a report',
    details: `With the outcome \`suspended\`, the reported person is suspended as well. Closing it again with the same outcome changes nothing; with another one, it is refused (403). ${acts}`,
  },
  getAdminInvites: {
    summary: 'List invitations',
    details:
      'Those of everybody that can still be used, the newest first. `chatName` is that of the group, or null for an invitation to become friends. The links are not stored.',
  },
  revokeAnyInvite: {
    summary: 'Revoke an invitation of anybody',
    details: `Its link works no longer. Those who used it stay friends or members. ${acts}`,
  },
  getAudit: {
    summary: 'List what administrators did',
    details:
      'The newest first. `actor` is the id of an administrator, or `command-line`. Entries stay when an account is deleted, without its name.',
  },
  exportAudit: {
    summary: 'Export what administrators did as CSV',
    details:
      'All matching entries, newest first. Cells that a spreadsheet could run as a formula begin with an apostrophe.',
    fileTypes: ['text/csv'],
  },
} satisfies Record<string, EndpointText>;
