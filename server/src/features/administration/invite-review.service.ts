import { type AdminInvite, avatarPath, type InviteId } from '@chat-app/contract';
import type { Transact } from '../../domain-events.ts';
import type { Database, Sql } from '../../platform/db/database.ts';
import { recordAudit } from '../audit/index.ts';
import { inviteRepository, type InviteRow, isUsable, shownName, unusable } from '../invites/index.ts';
import { type Actor, beginAct } from './acts.ts';

interface InviteReviewDeps {
  readonly database: Database;
  readonly transact: Transact;
}

export type InviteReview = ReturnType<typeof createInviteReview>;

interface Page {
  readonly beforeId: string | null;
  readonly limit: number;
}

/** The invitations of everybody. */
export function createInviteReview({ database, transact }: InviteReviewDeps) {
  return {
    async list({ beforeId, limit }: Page) {
      const rows = await listUsable(database.sql, { beforeId, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      return { data: shown.map(present), cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
    },

    revoke: (actor: Actor, id: InviteId): Promise<void> =>
      transact(async (tx) => {
        await beginAct(tx, actor);
        const removed = await inviteRepository.removeOfAnybody(tx, id);
        if (!removed) throw unusable();
        const { creatorId, isToChat } = removed;
        const detail = isToChat ? 'to a group' : 'to become friends';
        await recordAudit(tx, { actorId: actor, action: 'invite.revoke', targetId: creatorId, detail });
      }),
  };
}

/** Reads on until the page is full: what makes an invitation unusable is decided by the policy, not by the query. */
async function listUsable(sql: Sql, { beforeId, limit }: Page): Promise<InviteRow[]> {
  const usable: InviteRow[] = [];
  for (let lastId = beforeId; ;) {
    const rows = await inviteRepository.listAll(sql, { beforeId: lastId, limit });
    usable.push(...rows.filter(isUsable));
    if (usable.length >= limit || rows.length < limit) return usable.slice(0, limit);
    lastId = rows.at(-1)?.id ?? null;
  }
}

function present(invite: InviteRow): AdminInvite {
  const { id, chat, creatorId, createdAt, expiresAt, maxUses, uses } = invite;
  return {
    _id: id,
    kind: chat ? 'chat' : 'friend',
    creator: { _id: creatorId, name: invite.creatorName, avatar: avatarPath(creatorId, invite.creatorAvatarFile) },
    chatName: chat && shownName(invite),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    maxUses,
    uses,
  };
}
