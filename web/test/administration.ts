import type { AdminPerson, AdminReport, AuditEntry, UserId } from '@chat-app/contract';
import { aPerson, bob, cid, idOf } from './chats.ts';
import { me } from './stand-in-server.ts';

/** Answers for a signed-in administrator, on a server that does nothing. */
export const asAdministrator = {
  'GET /api/auth': { body: { user: { ...me, isAdmin: true } } },
  'GET /api/admin/reports?state=open': { body: { data: [], cursor: null } },
};

export const peopleCall = (query = 'state=all') => `GET /api/admin/people?${query}`;
export const onePage = (...data: readonly unknown[]) => ({ body: { data, cursor: null } });

export function anAccount(name: string, fields: Partial<AdminPerson> = {}): AdminPerson {
  const { _id, id, avatar, email } = aPerson(name);
  return {
    _id,
    id,
    name,
    avatar,
    email,
    createdAt: '2026-01-05T09:00:00.000Z',
    lastUsedAt: '2026-03-01T00:00:00.000Z',
    isVerified: true,
    isSuspended: false,
    isAdmin: false,
    isAdminFixed: false,
    storageBytes: 3_000_000,
    reportCount: 0,
    ...fields,
  };
}

/** Cid reported a message of Bob. */
export function aReport(number: number, fields: Partial<AdminReport> = {}): AdminReport {
  return {
    _id: idOf(number),
    createdAt: '2026-03-01T12:05:00.000Z',
    reason: 'This is an insult',
    reporter: { _id: cid.id, name: cid.name, avatar: cid.avatar },
    person: { _id: bob.id, name: bob.name, avatar: bob.avatar, isSuspended: false },
    message: { type: 'text', content: 'You fool', at: '2026-03-01T12:00:00.000Z' },
    context: [{ type: 'text', content: 'I disagree', at: '2026-03-01T11:59:00.000Z', by: 'reporter' }],
    closed: null,
    ...fields,
  };
}

export function anEntry(number: number, fields: Partial<AuditEntry> = {}): AuditEntry {
  return {
    _id: String(number),
    at: '2026-03-01T12:10:00.000Z',
    actor: { _id: idOf<UserId>(900), name: 'Annika' },
    action: 'person.suspend',
    target: { _id: bob.id, name: bob.name },
    detail: null,
    ...fields,
  };
}
