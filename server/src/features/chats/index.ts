import type { DomainBus, Transact } from '../../domain-events.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Serve } from '../../platform/http/serve.ts';
import type { Broadcaster } from '../../realtime/broadcaster.ts';
import type { Gateway } from '../../realtime/gateway.ts';
import { createChatMembers } from './chat-members.service.ts';
import { broadcastChats } from './chats.broadcasts.ts';
import { serveChatMembers } from './chat-members.routes.ts';
import { serveChats } from './chats.routes.ts';
import { createChats } from './chats.service.ts';
import { type MessageDelivery, registerChatEvents } from './chats.socket.ts';
import { broadcastReceipts } from './receipts.broadcasts.ts';
import { createDrafts } from './drafts.service.ts';
import { createPinnedChats } from './pinned-chats.service.ts';
import { createGroupSettings } from './group-settings.service.ts';
import { createMemberRoles } from './member-roles.service.ts';
import { createReadState } from './read-state.service.ts';
import { createChatAudiences } from './chat-audiences.ts';
import { registerTyping } from './typing.socket.ts';

export { openDirectChat } from './add-chat.ts';
export { isMember, joinByInvite, lockInvitingChat } from './join-by-invite.ts';
export { addSystemMessages, makeSystemMessageQuiet } from './system-messages.ts';
export { leaveAllChats } from './leave-all-chats.ts';
export { mentionsOf } from './mentions.repository.ts';
export { canInvite, isOrdinaryMember } from './chats.policy.ts';
export { presentChatName } from './chats.presenter.ts';
export type { ReadState } from './read-state.service.ts';

interface ChatFeatureDeps {
  readonly broadcaster: Broadcaster;
  readonly bus: DomainBus;
  readonly database: Database;
  readonly delivery: MessageDelivery;
  readonly gateway: Gateway;
  readonly maxGroupSize: number;
  readonly transact: Transact;
}

/** Chats, their members and read positions. */
export function startChats(serve: Serve, deps: ChatFeatureDeps) {
  const chats = createChats(deps);
  const readState = createReadState(deps);
  const findAudience = createChatAudiences(deps);
  serveChats(serve, {
    chats,
    drafts: createDrafts(deps),
    pinnedChats: createPinnedChats(deps),
    readState,
  });
  serveChatMembers(serve, {
    chatMembers: createChatMembers(deps),
    groupSettings: createGroupSettings(deps),
    memberRoles: createMemberRoles(deps),
  });
  broadcastChats(deps);
  broadcastReceipts({ ...deps, findAudience });
  registerChatEvents({ ...deps, readState });
  registerTyping({ ...deps, findAudience });
  return { ...chats, ...readState };
}
