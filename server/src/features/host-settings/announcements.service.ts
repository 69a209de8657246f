import { type Announcement, hostSettingsTexts, type UserId } from '@chat-app/contract';
import type { Transact } from '../../domain-events.ts';
import type { Database } from '../../platform/db/database.ts';
import { invalidInput } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { createKept } from '../../platform/kept.ts';
import { recordAudit } from '../audit/index.ts';
import { announcementRepository } from './announcements.repository.ts';

interface Wanted {
  readonly text: string;
  readonly level: Announcement['level'];
  readonly expiresAt?: string | null | undefined;
}

/** Every node forgets it at a change; one that Redis does not reach, after this time. */
const shownMs = 1000;

export type Announcements = ReturnType<typeof createAnnouncements>;

/** What everybody is shown: one announcement at a time. */
export function createAnnouncements({ database, transact }: { database: Database; transact: Transact }) {
  async function find(): Promise<{ announcement: Announcement | null; rev: number }> {
    const row = await announcementRepository.find(database.sql);
    if (!row) return { announcement: null, rev: 0 };
    const { rev, id, text, level, createdAt, expiresAt } = row;
    if (id === null) return { announcement: null, rev };
    const [from, until] = [createdAt.toISOString(), expiresAt?.toISOString() ?? null];
    return { announcement: { _id: id, text, level, createdAt: from, expiresAt: until }, rev };
  }

  const shown = createKept(shownMs, find);

  return {
    find,
    /** For devices that connect, all of them after a restart: at most a second old. */
    findShown: shown.get,
    forgetShown: shown.forget,

    async publish(userId: UserId, { text, level, expiresAt = null }: Wanted): Promise<Announcement> {
      const id = newId<Announcement['_id']>();
      const createdAt = await transact(async (tx, emit) => {
        const published = await announcementRepository.publish(tx, { id, text, level, expiresAt });
        if (!published) {
          throw invalidInput(hostSettingsTexts.announcementPast, { expiresAt: hostSettingsTexts.announcementPast });
        }
        await recordAudit(tx, { actorId: userId, action: 'announcement.publish', detail: `${level}: ${text}` });
        emit('announcement.changed', { rev: published.rev });
        return published.createdAt;
      });
      return { _id: id, text, level, createdAt: createdAt.toISOString(), expiresAt };
    },

    async withdraw(userId: UserId): Promise<void> {
      await transact(async (tx, emit) => {
        const rev = await announcementRepository.withdraw(tx);
        if (rev === null) return;
        await recordAudit(tx, { actorId: userId, action: 'announcement.end' });
        emit('announcement.changed', { rev });
      });
    },
  };
}
