import {
  clearAnnouncement,
  consoleToasts,
  getHostSettings,
  setAnnouncement,
  updateHostSettings,
} from '@chat-app/contract';
import type { InputOf } from '@chat-app/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { callAsAdmin } from './administration-call.ts';
import { announcementKey } from './announcements.live.ts';

const settingsKey = ['administration', 'settings'] as const;

export function useHostSettings() {
  return useQuery({
    queryKey: settingsKey,
    queryFn: async ({ client, signal }) => (await callAsAdmin(client, getHostSettings, {}, signal)).settings,
    staleTime: 0,
  });
}

export function useUpdateHostSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof updateHostSettings>) => callEndpoint(updateHostSettings, input),
    onSuccess: ({ settings }) => client.setQueryData(settingsKey, settings),
    meta: { toast: { success: consoleToasts.settingsSaved, failure: consoleToasts.settingsFailed } },
  });
}

export function useSetAnnouncement() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof setAnnouncement>) => callEndpoint(setAnnouncement, input),
    onSuccess: () => client.invalidateQueries({ queryKey: announcementKey }),
    meta: { toast: { success: consoleToasts.announced, failure: consoleToasts.announcementFailed } },
  });
}

export function useClearAnnouncement() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callEndpoint(clearAnnouncement, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: announcementKey }),
    meta: { toast: { success: consoleToasts.announcementCleared, failure: consoleToasts.announcementFailed } },
  });
}
