import type { Announcement } from '@chat-app/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { ChatSocket } from '../lib/socket.ts';

/** What everybody is shown. `rev` counts the changes. */
export interface AnnouncementState {
  readonly announcement: Announcement | null;
  readonly rev: number;
}

export const announcementKey = ['announcement'] as const;

/** The newer one: an answer and an event can overtake each other. */
export function newerAnnouncement(client: QueryClient, given: AnnouncementState): AnnouncementState {
  const known = client.getQueryData<AnnouncementState>(announcementKey);
  return known && known.rev > given.rev ? known : given;
}

export function followAnnouncements(socket: ChatSocket, client: QueryClient): void {
  socket.on('announcement', (announcement, rev) => {
    client.setQueryData<AnnouncementState>(announcementKey, newerAnnouncement(client, { announcement, rev }));
  });
}
