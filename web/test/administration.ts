import type {
  AdminInvite,
  AdminPerson,
  AdminReport,
  AuditEntry,
  HostOverview,
  HostSample,
  UserId,
} from '@chat-app/contract';
import { screen } from '@testing-library/react';
import { aPerson, bob, cid, idOf } from './chats.ts';
import { openApp } from './open-app.tsx';
import type { Answers } from './screens.ts';
import { me } from './stand-in-server.ts';

/** Answers for a signed-in administrator, on a server that does nothing. */
export const asAdministrator = {
  'GET /api/auth': { body: { user: { ...me, isAdmin: true } } },
  'GET /api/admin/reports?state=open': { body: { data: [], cursor: null } },
};

/** Opens a page of the console and waits for its heading. */
export async function openConsole(path: string, heading: string, answers: Answers = {}) {
  const app = openApp(path, { ...asAdministrator, ...answers });
  await screen.findByRole('heading', { name: heading });
  return app;
}

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

/** Bob's, to become friends. */
export function anInvite(number: number, fields: Partial<AdminInvite> = {}): AdminInvite {
  return {
    _id: idOf(number),
    kind: 'friend',
    creator: { _id: bob.id, name: bob.name, avatar: bob.avatar },
    chatName: null,
    createdAt: '2026-03-01T12:00:00.000Z',
    expiresAt: null,
    maxUses: null,
    uses: 0,
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

const overview: HostOverview = {
  takenAt: '2026-03-02T12:00:00.000Z',
  people: { total: 1204, verified: 1190, suspended: 3, newThisWeek: 17 },
  online: { people: 86, devices: 112 },
  messagesPerDay: Array.from({ length: 30 }, (_, day) => ({
    day: new Date(Date.UTC(2026, 1, 1 + day)).toISOString().slice(0, 10),
    count: 1000 + day,
  })),
  storage: {
    uploadCount: 5230,
    uploadBytes: 3.2e9,
    databaseBytes: 412e6,
    diskFreeBytes: 80e9,
    diskTotalBytes: 120e9,
  },
  queues: [
    { name: 'mail', depth: 2 },
    { name: 'index', depth: 0 },
  ],
  database: { latencyMs: 1.4 },
  nodes: [
    {
      id: 'node-a',
      version: '1.2.0',
      role: 'all',
      startedAt: '2026-02-27T12:00:00.000Z',
      seenAt: '2026-03-02T12:00:00.000Z',
      devices: 112,
      pool: { size: 10, inUse: 2, waiting: 0 },
    },
  ],
};

export const aSample = (at: string, fields: Partial<HostSample> = {}): HostSample => ({
  at,
  messages: 10,
  onlinePeople: 5,
  devices: 6,
  queued: 0,
  latencyMs: 1.2,
  people: 1200,
  uploadBytes: 3e9,
  databaseBytes: 4e8,
  ...fields,
});

export const overviewAnswers = {
  'GET /api/admin/overview': { body: { overview } },
  'GET /api/admin/overview/history?range=day': {
    body: {
      stepMs: 300_000,
      from: '2026-03-01T12:00:00.000Z',
      to: '2026-03-02T12:00:00.000Z',
      data: [
        aSample('2026-03-02T10:05:00.000Z'),
        aSample('2026-03-02T10:20:00.000Z', { messages: 32, onlinePeople: 9 }),
      ],
    },
  },
  'GET /api/admin/overview/history?range=month': {
    body: {
      stepMs: 3_600_000,
      from: '2026-01-31T12:00:00.000Z',
      to: '2026-03-02T12:00:00.000Z',
      data: [aSample('2026-03-01T20:00:00.000Z', { messages: 1010 })],
    },
  },
};
