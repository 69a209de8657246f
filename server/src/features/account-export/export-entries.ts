import { type ChatListItem, cleanFileName, limits, type Message, type UserId, uploadPath } from '@chat-app/contract';
import { Readable } from 'node:stream';
import type { Database } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors.ts';
import type { BlobStore } from '../../platform/storage/blob-store.ts';
import { friendshipRepository } from '../friendships/index.ts';
import { inviteRepository, presentInvite } from '../invites/index.ts';
import { messageRepository, presentMessages } from '../messages/index.ts';
import { type OwnUpload, uploadRepository } from '../uploads/index.ts';
import { presentMe, userRepository } from '../users/index.ts';
import type { ArchiveEntry } from './archive-stream.ts';
import { indexPage, messageArticle, pageEnd, pageStart } from './export-pages.ts';

interface ExportDeps {
  readonly blobs: BlobStore;
  readonly database: Database;
  readonly listChats: (userId: UserId) => Promise<ChatListItem[]>;
  readonly title: string;
}

export interface ExportFor {
  readonly userId: UserId;
  /** The session may end while its archive is being read. */
  readonly assertSignedIn: () => Promise<void>;
}

const filesPerPage = 500;

/** What a person has here, piece by piece. Each page is read when the one before it was written. */
export async function* exportEntries(deps: ExportDeps, whom: ExportFor): AsyncGenerator<ArchiveEntry> {
  const { database, listChats, title } = deps;
  const { userId, assertSignedIn } = whom;
  const user = await userRepository.find(database.sql, userId);
  if (!user) throw notFound('User');
  const chats = (await listChats(userId)).map((chat, index) => ({ chat, folder: folderOf(chat, index) }));
  yield text('index.html', [indexPage(`${user.name} on ${title}`, chats)]);
  yield json('profile.json', presentMe(user));
  yield json('friends.json', await friendshipRepository.listAllFriends(database.sql, userId));
  yield json('chats.json', chats);
  yield json('invitations.json', (await inviteRepository.list(database.sql, userId)).map(presentInvite));
  for (const { chat, folder } of chats) {
    const pages = () => messagePages(deps, whom, chat);
    yield text(`${folder}/messages.json`, jsonArray(pages()));
    yield text(`${folder}/messages.html`, htmlPage(chat.name, pages()));
  }
  yield text('files.json', jsonArray(ownFiles(deps, userId)));
  for await (const files of ownFiles(deps, userId)) {
    for (const { fileName } of files) {
      // Its random name keeps it apart from others with the same name; the names are in files.json.
      await assertSignedIn();
      yield { path: `files/${fileName}`, isCompressible: false, open: () => openFile(deps, fileName) };
    }
  }
}

const text = (path: string, parts: Iterable<string> | AsyncIterable<string>): ArchiveEntry => ({
  path,
  isCompressible: true,
  open: async () => Readable.from(parts, { objectMode: false }),
});
const json = (path: string, value: unknown) => text(path, [`${JSON.stringify(value, null, 2)}\n`]);

async function* messagePages({ database }: ExportDeps, whom: ExportFor, { _id: chatId }: ChatListItem) {
  const { userId, assertSignedIn } = whom;
  for (let after = 0; ;) {
    await assertSignedIn();
    const place = { chatId, userId };
    const found = await messageRepository.findPage(database.sql, place, { after, limit: limits.messagePageMax });
    // The person has left the chat meanwhile, or this was the last page.
    if (!found || found.rows.length === 0) return;
    const page = (await presentMessages(database.sql, found.rows, userId)).toSorted((a, b) => a.seq - b.seq);
    yield page;
    after = page.at(-1)?.seq ?? Infinity;
  }
}

async function* ownFiles({ database }: ExportDeps, userId: UserId): AsyncGenerator<OwnUpload[]> {
  for (let after = ''; ;) {
    const page = await uploadRepository.listOf(database.sql, userId, { after, limit: filesPerPage });
    if (page.length === 0) return;
    yield page;
    after = page.at(-1)?.fileName ?? '';
  }
}

async function* jsonArray(pages: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const page of pages) {
    yield separator + page.map((value) => JSON.stringify(value)).join(',\n');
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

async function* htmlPage(title: string, pages: AsyncIterable<readonly Message[]>): AsyncGenerator<string> {
  yield pageStart(title);
  for await (const page of pages) yield page.map((message) => messageArticle(message, placeOf)).join('');
  yield pageEnd;
}

/** Seen from a chat. The files of others, forwarded ones too, are not in the archive. */
function placeOf({ sender, forwardedFrom }: Message, url: string): string | null {
  const prefix = uploadPath('');
  const isOwn = sender?.isMine === true && forwardedFrom === undefined && url.startsWith(prefix);
  return isOwn ? `../../files/${url.slice(prefix.length)}` : null;
}

/** Empty, if it was removed meanwhile. */
async function openFile({ blobs }: ExportDeps, fileName: string): Promise<Readable> {
  return (await blobs.open(fileName))?.stream ?? Readable.from([]);
}

/** Whole characters, and nothing that a file system treats specially. */
function folderOf({ name }: ChatListItem, index: number): string {
  const letters = Array.from(cleanFileName(name).replace(/[^\p{L}\p{N} _-]/gu, ''));
  return `chats/${index + 1}-${letters.slice(0, 40).join('').trim() || 'chat'}`;
}
