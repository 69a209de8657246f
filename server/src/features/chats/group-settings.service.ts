import type { ChatId, UserId, WhoCan } from '@chat-app/contract';
import type { Transact } from '../../domain-events.ts';
import { lockChat } from './chat-members.service.ts';
import { assertCanChangeSettings } from './chats.policy.ts';
import type { GroupSettings } from './chats.repository.ts';
import { groupRepository } from './groups.repository.ts';
import { addSystemMessages } from './system-messages.ts';

interface SettingsChange {
  readonly whoCanSend?: WhoCan | undefined;
  readonly whoCanAdd?: WhoCan | undefined;
  readonly whoCanEdit?: WhoCan | undefined;
}

export type GroupSettingsService = ReturnType<typeof createGroupSettings>;

/** What the owner and admins of a group keep for themselves. */
export function createGroupSettings({ transact }: { transact: Transact }) {
  return {
    /** What is left out stays as it is. Messages that are being sent wait for it, or it waits for them. */
    save: (userId: UserId, chatId: ChatId, changes: SettingsChange) =>
      transact(async (tx, emit) => {
        const chat = await lockChat(tx, chatId, userId);
        assertCanChangeSettings(chat, chat.actor);
        const settings = withChanges(chat, changes);
        const texts = textsOf(chat, settings).map((text) => `${chat.actor.name} allowed ${text}`);
        if (texts.length === 0) return;
        await groupRepository.saveSettings(tx, chatId, settings);
        await addSystemMessages(tx, emit, { chatId, authorId: userId, texts });
        emit('chat.edited', { chatId });
      }),
  };
}

const isLimited = (whoCan: WhoCan | undefined, before: boolean) =>
  whoCan === undefined ? before : whoCan === 'admins';

const withChanges = (before: GroupSettings, { whoCanSend, whoCanAdd, whoCanEdit }: SettingsChange): GroupSettings => ({
  onlyAdminsSend: isLimited(whoCanSend, before.onlyAdminsSend),
  onlyAdminsAdd: isLimited(whoCanAdd, before.onlyAdminsAdd),
  onlyAdminsEdit: isLimited(whoCanEdit, before.onlyAdminsEdit),
});

const activities = {
  onlyAdminsSend: 'send messages',
  onlyAdminsAdd: 'add members',
  onlyAdminsEdit: 'edit the group',
} as const;

/** One for each setting that changed. */
function textsOf(before: GroupSettings, after: GroupSettings): string[] {
  const keys = Object.keys(activities) as (keyof GroupSettings)[];
  return keys
    .filter((key) => before[key] !== after[key])
    .map((key) => `${after[key] ? 'only admins' : 'all members'} to ${activities[key]}`);
}
