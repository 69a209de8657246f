import * as contract from '@chat-app/contract';
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendBlob } from '../../platform/http/send-blob.ts';
import type { Serve } from '../../platform/http/serve.ts';
import type { BlobStore } from '../../platform/storage/blob-store.ts';
import { renderGeneratedAvatar } from '../users/index.ts';
import { presentInvite, presentOpenInvite, shownName } from './invites.presenter.ts';
import type { InviteRow } from './invites.repository.ts';
import type { Invites } from './invites.service.ts';

interface InviteRouteDeps {
  readonly blobs: BlobStore;
  readonly invites: Invites;
  readonly publicUrl: string;
}

const createRate = { limit: 50, windowMs: 24 * 60 * 60_000 };
/** A class behind one address follows a link at the same moment. Nobody guesses 256 bits at any rate. */
const openRate = { limit: 300, windowMs: 10 * 60_000 };
const acceptRate = { limit: 60, windowMs: 60 * 60_000 };
/** The link can be revoked at any time. */
const avatarCaching = 'private, max-age=300';

export function serveInvites(serve: Serve, { blobs, invites, publicUrl }: InviteRouteDeps) {
  serve(contract.createInvite, { rate: createRate }, async ({ input, caller, setStatus }) => {
    const { invite, token, isNew } = await invites.create(caller.userId, input);
    setStatus(isNew ? 201 : 200);
    return { invite: { ...presentInvite(invite), token, url: publicUrl + contract.invitePagePath(token) } };
  });

  serve(contract.getInvites, {}, async ({ caller }) => ({
    data: (await invites.list(caller.userId)).map(presentInvite),
  }));

  serve(contract.revokeInvite, {}, async ({ input, caller }) => {
    await invites.revoke(caller.userId, input.id);
    return {};
  });

  serve(contract.openInvite, { rate: openRate }, async ({ input }) => ({
    invite: presentOpenInvite(await invites.open(input.token), input.token),
  }));

  serve(contract.getInviteAvatar, { rate: openRate }, async ({ input, request, reply }) => {
    await sendAvatar(request, reply, { blobs, invite: await invites.open(input.token) });
    return 'file' as const;
  });

  serve(contract.acceptInvite, { rate: acceptRate }, async ({ input, caller }) => ({
    chatId: await invites.accept(caller.userId, input.token),
  }));

  serve(contract.reserveInvite, { rate: acceptRate }, async ({ input, caller }) => {
    await invites.reserve(caller.userId, input.token);
    return {};
  });
}

/** The uploaded image of the person or the group, or else the generated one, which names nothing but initials. */
async function sendAvatar(
  request: FastifyRequest,
  reply: FastifyReply,
  { blobs, invite }: { blobs: BlobStore; invite: InviteRow },
): Promise<void> {
  const fileName = invite.chat ? invite.chat.avatarFile : invite.creatorAvatarFile;
  const stored = fileName === null ? null : await blobs.stat(fileName);
  if (fileName !== null && stored) {
    // Not its name, which is its address for users.
    const etag = etagOf(fileName);
    const contentType = imageTypes[fileName.split('.').at(-1) ?? ''] ?? 'image/png';
    const open: Parameters<typeof sendBlob>[2]['open'] = (range) => blobs.open(fileName, range);
    await sendBlob(request, reply, { etag, contentType, bytes: stored.bytes, cacheControl: avatarCaching, open });
    return;
  }
  const svg = renderGeneratedAvatar(invite.chat?.id ?? invite.creatorId, shownName(invite));
  const etag = etagOf(svg);
  reply.headers({ etag, 'cache-control': avatarCaching, 'content-type': 'image/svg+xml; charset=utf-8' });
  if (request.headers['if-none-match'] === etag) reply.status(304).send();
  else reply.send(svg);
}

const imageTypes: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};
const etagOf = (content: string) => `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
