import type { AuditAction } from '@chat-app/contract';

/** Also the order of the filter. */
export const auditTexts: Record<AuditAction, string> = {
  'person.suspend': 'Suspended an account',
  'person.resume': 'Resumed an account',
  'person.signOut': 'Signed out everywhere',
  'person.resetLink': 'Sent a reset link',
  'person.delete': 'Deleted an account',
  'admin.claim': 'Became administrator',
  'admin.grant': 'Made administrator',
  'admin.revoke': 'Revoked administrator',
  'report.close': 'Closed a report',
  'invite.revoke': 'Revoked an invitation',
  'settings.change': 'Changed the settings',
  'announcement.publish': 'Published an announcement',
  'announcement.end': 'Removed the announcement',
};

/** A newer server may know more actions. */
export const auditText = (action: string): string => (auditTexts as Record<string, string>)[action] ?? action;
