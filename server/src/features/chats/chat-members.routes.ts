import * as contract from '@chat-app/contract';
import type { Serve } from '../../platform/http/serve.ts';
import type { ChatMembers } from './chat-members.service.ts';
import type { GroupSettingsService } from './group-settings.service.ts';
import type { MemberRoles } from './member-roles.service.ts';

interface ChatMemberRouteDeps {
  chatMembers: ChatMembers;
  groupSettings: GroupSettingsService;
  memberRoles: MemberRoles;
}

/** What members of a chat change for each other. */
export function serveChatMembers(serve: Serve, { chatMembers, groupSettings, memberRoles }: ChatMemberRouteDeps) {
  serve(contract.addMembers, {}, async ({ input, caller }) => {
    await chatMembers.add(caller.userId, input.chatId, input.members);
    return {};
  });

  serve(contract.removeMember, {}, async ({ input, caller }) => {
    await chatMembers.remove(caller.userId, input.chatId, input.memberId);
    return {};
  });

  serve(contract.setMemberRole, {}, async ({ input, caller }) => {
    await memberRoles.set(caller.userId, input);
    return {};
  });

  serve(contract.saveGroupSettings, {}, async ({ input: { chatId, ...changes }, caller }) => {
    await groupSettings.save(caller.userId, chatId, changes);
    return {};
  });

  serve(contract.editChat, {}, async ({ input, caller }) => {
    await chatMembers.edit(caller.userId, input.chatId, input);
    return {};
  });

  serve(contract.leaveChat, {}, async ({ input, caller }) => {
    await chatMembers.leave(caller.userId, input.chatId);
    return {};
  });

  serve(contract.deleteChat, {}, async ({ input, caller }) => {
    await chatMembers.delete(caller.userId, input.chatId);
    return {};
  });
}
