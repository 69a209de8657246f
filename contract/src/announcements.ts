import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { AnnouncementId, Timestamp } from './primitives.ts';

export const announcementLevels = ['info', 'warning'] as const;

/** A banner that everybody sees. Plain text; addresses in it are shown as links. */
export const Announcement = z.object({
  _id: AnnouncementId,
  text: z.string(),
  level: z.enum(announcementLevels),
  createdAt: Timestamp,
  /** Null: until it is withdrawn. */
  expiresAt: Timestamp.nullable(),
});
export type Announcement = z.infer<typeof Announcement>;

/** The current announcement; null if there is none or it has expired. */
export const getAnnouncement = endpoint({
  method: 'GET',
  path: '/api/announcement',
  access: 'verified',
  input: z.object({}),
  /** `rev` counts the changes, so that a device never shows an older one. */
  output: z.object({ announcement: Announcement.nullable(), rev: z.int().min(0) }),
});

export interface HostServerEvents {
  /** An administrator published an announcement, or withdrew it (null). `rev` counts these changes. */
  announcement: (announcement: Announcement | null, rev: number) => void;
}
