import type { Transact } from '../../domain-events.ts';
import type { Background } from '../../platform/background.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Serve } from '../../platform/http/serve.ts';
import type { BlobStore } from '../../platform/storage/blob-store.ts';
import { canUseInvite } from './can-use-invite.ts';
import { serveInvites } from './invites.routes.ts';
import { createInvites } from './invites.service.ts';
import { confirmInvite, forgetInvited, reserveInvite } from './reserve-invite.ts';

export { presentInvite, shownName } from './invites.presenter.ts';
export { isUsable, unusable } from './invites.policy.ts';
export { inviteRepository, type InviteRow } from './invites.repository.ts';

/** For registrations. */
export const inviteUses = { canUseInvite, confirmInvite, forgetInvited, reserveInvite };

interface InviteFeatureDeps {
  readonly background: Background;
  readonly blobs: BlobStore;
  readonly database: Database;
  readonly maxGroupSize: number;
  readonly publicUrl: string;
  readonly transact: Transact;
}

/** Links that make somebody a friend of their creator, or a member of a group. */
export function startInvites(serve: Serve, deps: InviteFeatureDeps): void {
  const invites = createInvites(deps);
  serveInvites(serve, { ...deps, invites });
  deps.background.everyHour('sweep invitations', () => invites.sweep());
}
