import type { UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

interface UploadRow {
  readonly fileName: string;
  readonly kind: 'image' | 'file';
  readonly contentType: string;
  readonly name: string | null;
  readonly isChatPicture: boolean;
}

interface NewImage {
  readonly fileName: string;
  readonly ownerId: UserId;
  readonly contentType: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
}

interface NewFile {
  readonly fileName: string;
  readonly ownerId: UserId;
  readonly name: string;
  readonly bytes: number;
}

export interface OwnUpload {
  readonly fileName: string;
  /** Null for an image. */
  readonly name: string | null;
  readonly contentType: string;
  readonly bytes: number;
  readonly createdAt: Date;
}

/** No message, person or chat shows it. */
const isUnused = (sql: Sql) => sql`
  not exists (select from messages where upload_file = uploads.file_name)
  and not exists (select from users where avatar_file = uploads.file_name)
  and not exists (select from chats where avatar_file = uploads.file_name)`;

export const uploadRepository = {
  async addImage(sql: Sql, image: NewImage): Promise<void> {
    await sql`
      insert into uploads (file_name, owner_id, kind, content_type, bytes, width, height)
      values (
        ${image.fileName}, ${image.ownerId}, 'image', ${image.contentType}, ${image.bytes}, ${image.width}, ${image.height}
      )`;
  },

  /** Called before the bytes arrive, so that a crash leaves no unknown file behind. */
  async addFile(sql: Sql, { fileName, ownerId, name, bytes }: NewFile): Promise<void> {
    await sql`
      insert into uploads (file_name, owner_id, kind, content_type, bytes, name)
      values (${fileName}, ${ownerId}, 'file', 'application/octet-stream', ${bytes}, ${name})`;
  },

  /** The uploads of a person, by file name. */
  async listOf(sql: Sql, ownerId: UserId, { after, limit }: { after: string; limit: number }): Promise<OwnUpload[]> {
    return sql<OwnUpload[]>`
      select file_name, name, content_type, bytes::float8 as bytes, created_at
      from uploads
      where owner_id = ${ownerId} and file_name > ${after}
      order by file_name
      limit ${limit}`;
  },

  /** Until the end of the transaction, no other one can lock the same person. Rows may refer to them meanwhile. */
  async lockOwner(sql: Sql, ownerId: UserId): Promise<void> {
    await sql`select from users where id = ${ownerId} for no key update`;
  },

  /** How many bytes a person has uploaded in the last 24 hours. */
  async sumBytesOfDay(sql: Sql, ownerId: UserId): Promise<number> {
    const [sum] = await sql<{ bytes: number }[]>`
      select coalesce(sum(bytes), 0)::float8 as bytes
      from uploads
      where owner_id = ${ownerId} and created_at > now() - interval '1 day'`;
    return sum?.bytes ?? 0;
  },

  /** False if it is gone: its owner's account was deleted meanwhile. */
  async setBytes(sql: Sql, fileName: string, bytes: number): Promise<boolean> {
    const changed = await sql`
      update uploads set bytes = ${bytes} where file_name = ${fileName} and owner_id is not null returning file_name`;
    return changed.length === 1;
  },

  /** Makes a file a sound that is played instead of downloaded. */
  async setVoice(
    sql: Sql,
    fileName: string,
    voice: { contentType: string; durationMs: number; waveform: string },
  ): Promise<void> {
    await sql`
      update uploads
      set content_type = ${voice.contentType}, duration_ms = ${voice.durationMs}, waveform = ${voice.waveform}
      where file_name = ${fileName}`;
  },

  /**
   * The reader's own image, the avatar of a person, the picture of one of the reader's chats, or an upload that was
   * sent in one of them since they joined. A file is visible in its chat only.
   */
  async findReadable(sql: Sql, fileName: string, readerId: UserId): Promise<UploadRow | null> {
    const [upload] = await sql<UploadRow[]>`
      select
        file_name, kind, content_type, name,
        exists (select from chats where avatar_file = uploads.file_name) as is_chat_picture
      from uploads
      where file_name = ${fileName}
        and (
          (kind = 'image' and owner_id = ${readerId})
          or exists (select from users where avatar_file = uploads.file_name)
          or exists (
            select from chats
            join chat_members on chat_members.chat_id = chats.id and user_id = ${readerId}
            where avatar_file = uploads.file_name
          )
          or exists (
            select from messages
            join chat_members on chat_members.chat_id = messages.chat_id and user_id = ${readerId} and seq > joined_seq
            where upload_file = uploads.file_name and deleted_at is null
          )
        )`;
    return upload ?? null;
  },

  /** Returns those that nothing shows, locked so that nothing can start to show them before the transaction ends. */
  async lockUnused(sql: Sql, fileNames: readonly string[]): Promise<string[]> {
    const locked = await sql<{ fileName: string }[]>`
      select file_name from uploads where file_name = any(${fileNames}) order by file_name for update`;
    const rows = await sql<{ fileName: string }[]>`
      select file_name from uploads where file_name = any(${locked.map((row) => row.fileName)}) and ${isUnused(sql)}`;
    return rows.map((row) => row.fileName);
  },

  /** Before an account is deleted. Returns what was theirs: the files of messages stay. */
  async disown(sql: Sql, ownerId: UserId): Promise<string[]> {
    const rows = await sql<{ fileName: string }[]>`
      update uploads set owner_id = null where owner_id = ${ownerId} returning file_name`;
    return rows.map((row) => row.fileName);
  },

  async remove(sql: Sql, fileNames: readonly string[]): Promise<void> {
    await sql`delete from uploads where file_name = any(${fileNames})`;
  },

  /** Whether a message, a person or a chat shows it. */
  async isShown(sql: Sql, fileName: string): Promise<boolean> {
    const rows = await sql`select from uploads where file_name = ${fileName} and not (${isUnused(sql)})`;
    return rows.length > 0;
  },

  /** Uploads older than a day that nothing shows: never sent, or their chat was deleted. */
  async listOrphaned(sql: Sql, limit: number): Promise<string[]> {
    const rows = await sql<{ fileName: string }[]>`
      select file_name from uploads
      where created_at < now() - interval '1 day' and ${isUnused(sql)}
      limit ${limit}`;
    return rows.map((row) => row.fileName);
  },
};
