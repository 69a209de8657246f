import { groupToasts, saveGroupSettings, setMemberRole } from '@chat-app/contract';
import type { ChatDetail, ChatId, InputOf } from '@chat-app/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { patchQueries } from '../lib/patch-queries.ts';
import { chatKey, useRefreshChat } from './chats.ts';

export function useSetRole(chatId: ChatId) {
  const refresh = useRefreshChat(chatId);
  return useMutation({
    mutationFn: (change: Omit<InputOf<typeof setMemberRole>, 'chatId'>) =>
      callEndpoint(setMemberRole, { chatId, ...change }),
    onSettled: refresh,
    meta: { toast: { failure: groupToasts.roleFailed } },
  });
}

type Settings = Omit<InputOf<typeof saveGroupSettings>, 'chatId'>;

/** An optimistic update; a failure restores what the server has. */
export function useSaveGroupSettings(chatId: ChatId) {
  const client = useQueryClient();
  const refresh = useRefreshChat(chatId);
  return useMutation({
    mutationFn: (settings: Settings) => callEndpoint(saveGroupSettings, { chatId, ...settings }),
    onMutate: (settings) => patchQueries<ChatDetail>(client, chatKey(chatId), (chat) => ({ ...chat, ...settings })),
    onSettled: refresh,
    meta: { toast: { failure: groupToasts.settingsFailed } },
  });
}
