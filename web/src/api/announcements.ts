import { getAnnouncement } from '@chat-app/contract';
import type { Announcement } from '@chat-app/contract';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { announcementKey, newerAnnouncement } from './announcements.live.ts';

/** The announcement to everybody; null if there is none. */
export function useAnnouncement(): Announcement | null {
  const { data } = useQuery({
    queryKey: announcementKey,
    queryFn: async ({ client, signal }) =>
      newerAnnouncement(client, await callEndpoint(getAnnouncement, {}, { signal })),
  });
  return data?.announcement ?? null;
}
