import type { Sql } from '../../platform/db/database.ts';

export interface UploadRow {
  readonly fileName: string;
  readonly contentType: string;
}

interface NewImage {
  readonly fileName: string;
  readonly ownerId: string;
  readonly contentType: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
}

export const uploads = {
  async addImage(sql: Sql, image: NewImage): Promise<void> {
    await sql`
      insert into uploads (file_name, owner_id, kind, content_type, bytes, width, height)
      values (
        ${image.fileName}, ${image.ownerId}, 'image', ${image.contentType}, ${image.bytes}, ${image.width}, ${image.height}
      )`;
  },

  /** One's own, a picture that somebody shows as theirs, or one that was sent in one's chat since one joined. */
  async findReadable(sql: Sql, fileName: string, readerId: string): Promise<UploadRow | null> {
    const [upload] = await sql<UploadRow[]>`
      select file_name, content_type
      from uploads
      where file_name = ${fileName}
        and (
          owner_id = ${readerId}
          or exists (select from users where avatar_file = uploads.file_name)
          or exists (select from chats where avatar_file = uploads.file_name)
          or exists (
            select from messages
            join chat_members on chat_members.chat_id = messages.chat_id and user_id = ${readerId} and seq > joined_seq
            where upload_file = uploads.file_name and deleted_at is null
          )
        )`;
    return upload ?? null;
  },
};
