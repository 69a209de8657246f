import { getAdminInvites, revokeAnyInvite } from '@chat-app/contract';
import { readIdCursor } from '../../platform/id-cursor.ts';
import type { Serve } from '../../platform/http/serve.ts';
import type { InviteReview } from './invite-review.service.ts';

const revokeRate = { limit: 120, windowMs: 60_000 };

export function serveInviteReview(serve: Serve, { invites }: { invites: InviteReview }) {
  serve(getAdminInvites, {}, async ({ input: { cursor, limit } }) =>
    invites.list({ beforeId: readIdCursor(cursor), limit }),
  );

  serve(revokeAnyInvite, { rate: revokeRate }, async ({ caller, input: { id } }) => {
    await invites.revoke(caller.userId, id);
    return {};
  });
}
