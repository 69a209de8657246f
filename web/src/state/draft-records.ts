import type { ChatId, ClientId, Mention, Quote, UserId } from '@chat-app/contract';

/** An unsent message without its file. */
export interface UnsentMessage {
  readonly clientId: ClientId;
  readonly userId: UserId;
  readonly chatId: ChatId;
  /** Increases with every message written in this browser. */
  readonly order: number;
  readonly type: 'text' | 'emoji' | 'image' | 'file' | 'voice';
  readonly content: string;
  readonly createdAt: string;
  readonly replyTo?: Quote;
  /** Whom the content mentions, to show their names. */
  readonly mentions?: readonly Mention[];
  /** There is a file to upload, stored under the same `clientId`. */
  readonly hasFile?: true;
  readonly width?: number;
  readonly height?: number;
  /** The length of a voice message, and its loudness over that. */
  readonly durationMs?: number;
  readonly waveform?: readonly number[];
  /** The URL of an image that is already uploaded. Only the message is left to send. */
  readonly uploadedUrl?: string;
  /** Why the server rejected it. The entry waits until the person retries or discards it. */
  readonly failure?: string;
}

/** Messages of one submit that may not be in the outbox yet. */
export interface SendRecord {
  readonly chatId: ChatId;
  /** The text of the draft as typed. */
  readonly draftText: string;
  readonly messages: readonly UnsentMessage[];
}

// Local storage writes synchronously, so neither a reload nor a killed tab loses the last letter. A send has a separate
// key, so that no tab overwrites text that is being typed in another.
const textPrefix = 'chat-app.draft.';
const sendPrefix = 'chat-app.draft-sending.';
const unsavedPrefix = 'chat-app.draft-unsaved.';
const textStart = (userId: UserId) => `${textPrefix}${userId}.`;
const textKey = (userId: UserId, chatId: ChatId) => textStart(userId) + chatId;
const sendKey = (userId: UserId, { messages: [first] }: SendRecord) => `${sendPrefix}${userId}.${first?.clientId}`;

const unsavedStart = (userId: UserId) => `${unsavedPrefix}${userId}.`;
const unsavedKey = (userId: UserId, chatId: ChatId) => unsavedStart(userId) + chatId;
/** Says that changes are recorded below. It is missing for drafts of releases that did not save them on the server. */
const recordingKey = (userId: UserId) => `${unsavedStart(userId)}since`;

/** Null if there is no draft or no storage. */
export function readDraft(userId: UserId, chatId: ChatId): string | null {
  return read(textKey(userId, chatId));
}

/** Returns whether the draft is stored. If not, the previous text stays stored. */
export function writeDraft(userId: UserId, chatId: ChatId, text: string): boolean {
  const key = textKey(userId, chatId);
  return text === '' ? remove(key) : write(key, text);
}

export function listDrafts(userId: UserId): readonly (readonly [ChatId, string])[] {
  return listKeys(textStart(userId)).flatMap((key) => {
    const [chatId, text] = [chatOfDraft(userId, key), read(key)];
    return chatId === null || text === null ? [] : [[chatId, text] as const];
  });
}

/** The chat whose draft has this key; null for other keys and for drafts of other users. */
export function chatOfDraft(userId: UserId, key: string): ChatId | null {
  const start = textStart(userId);
  return key.startsWith(start) ? (key.slice(start.length) as ChatId) : null;
}

/** When the draft was last changed, in milliseconds; null if the server has that change. */
export function readUnsaved(userId: UserId, chatId: ChatId): number | null {
  const kept = read(unsavedKey(userId, chatId));
  return kept === null ? null : Number(kept);
}

/** Returns whether the record is stored. */
export function writeUnsaved(userId: UserId, chatId: ChatId, atMs: number): boolean {
  return write(unsavedKey(userId, chatId), String(atMs));
}

export function removeUnsaved(userId: UserId, chatId: ChatId): void {
  remove(unsavedKey(userId, chatId));
}

export function listUnsaved(userId: UserId): readonly ChatId[] {
  return listKeys(unsavedStart(userId))
    .filter((key) => key !== recordingKey(userId))
    .map((key) => key.slice(unsavedStart(userId).length) as ChatId);
}

/** The chat whose draft was changed or saved, if the key says so. */
export function chatOfUnsaved(userId: UserId, key: string): ChatId | null {
  return key.startsWith(unsavedStart(userId)) && key !== recordingKey(userId)
    ? (key.slice(unsavedStart(userId).length) as ChatId)
    : null;
}

/** Records drafts of an older release as unsaved. Any draft on the server is later than the time given for them. */
export function recordOlderDrafts(userId: UserId): void {
  if (read(recordingKey(userId)) !== null) return;
  for (const [chatId] of listDrafts(userId)) writeUnsaved(userId, chatId, 0);
  write(recordingKey(userId), '1');
}

/** Returns whether the record is stored. */
export function writeSend(userId: UserId, send: SendRecord): boolean {
  return write(sendKey(userId, send), JSON.stringify(send));
}

export function removeSend(userId: UserId, send: SendRecord): void {
  remove(sendKey(userId, send));
}

export function listSends(userId: UserId): readonly SendRecord[] {
  return listKeys(`${sendPrefix}${userId}.`).flatMap((key) => parse(read(key)));
}

/** Removes all drafts and records, except those of one user. */
export function removeDrafts({ except }: { except?: UserId } = {}): void {
  for (const prefix of [textPrefix, sendPrefix, unsavedPrefix]) {
    for (const key of listKeys(prefix)) {
      if (except === undefined || !key.startsWith(`${prefix}${except}.`)) remove(key);
    }
  }
}

function parse(kept: string | null): readonly SendRecord[] {
  try {
    return kept === null ? [] : [JSON.parse(kept) as SendRecord];
  } catch {
    return [];
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    // The storage is full or forbidden. The draft then lasts as long as the tab.
    return false;
  }
}

function remove(key: string): boolean {
  try {
    localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to remove.
  }
  return true;
}

function listKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}
