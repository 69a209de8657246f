import { ChatId, getAvatar, getUser, UserId } from '@chat-app/contract';
import { createHash } from 'node:crypto';
import type { Database } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors.ts';
import type { Serve } from '../../platform/http/serve.ts';
import { renderGeneratedAvatar } from './generated-avatar.ts';
import { presentUser } from './users.presenter.ts';
import { userRepository } from './users.repository.ts';

export interface UserRouteDeps {
  database: Database;
  /** Null for strangers. */
  findFriendStatus: (viewerId: UserId, userId: UserId) => Promise<'friend' | 'pending' | null>;
  /** Null for people who are not friends. */
  friendsSince: (viewerId: UserId, userId: UserId) => Promise<Date | null>;
  /** The name of a chat, for its generated avatar; null when this person may not see it. */
  findOtherName: (id: ChatId, viewerId: UserId) => Promise<string | null>;
}

export function serveUsers(serve: Serve, { database, findFriendStatus, findOtherName, friendsSince }: UserRouteDeps) {
  serve(getUser, {}, async ({ input, caller }) => {
    const user = await userRepository.find(database.sql, input.id);
    if (!user) throw notFound('User');
    const relation = user.id === caller.userId ? 'self' : await findFriendStatus(caller.userId, user.id);
    const since = await friendsSince(caller.userId, user.id);
    return { user: presentUser(user, relation, since) };
  });

  serve(getAvatar, {}, async ({ input, caller, request, reply }) => {
    const id = input.fileName.replace(/\.svg$/, '');
    if (!UserId.safeParse(id).success || input.fileName !== `${id}.svg`) throw notFound('Picture');
    const name =
      (await userRepository.find(database.sql, UserId.parse(id)))?.name ??
      (await findOtherName(ChatId.parse(id), caller.userId));
    if (name === null) throw notFound('Picture');

    const svg = renderGeneratedAvatar(id, name);
    const etag = `"${createHash('sha256').update(svg).digest('base64url').slice(0, 22)}"`;
    reply.headers({ etag, 'cache-control': 'private, max-age=300', 'content-type': 'image/svg+xml; charset=utf-8' });
    if (request.headers['if-none-match'] === etag) reply.status(304).send();
    else reply.send(svg);
    return 'file' as const;
  });
}
