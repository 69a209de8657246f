import type { ChatId, UserId } from '@chat-app/contract';

/** What this browser keeps of the message that is being written in a chat. */
export interface DraftRecord {
  readonly text: string;
}

const prefix = 'chat-app.draft.';
const keyOf = (userId: UserId, chatId: ChatId) => `${prefix}${userId}.${chatId}`;

/**
 * In local storage, because that is written before the call returns: neither a reload nor a killed tab loses the last
 * letter. Null: there is none, or nothing can be kept here.
 */
export function readRecord(userId: UserId, chatId: ChatId): DraftRecord | null {
  return readKey(keyOf(userId, chatId));
}

export function writeRecord(userId: UserId, chatId: ChatId, record: DraftRecord): void {
  const key = keyOf(userId, chatId);
  try {
    if (record.text === '') localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(record));
  } catch {
    // Storage is full or forbidden: the draft then lasts as long as the tab.
  }
}

export function listRecords(userId: UserId): readonly (readonly [ChatId, DraftRecord])[] {
  return listKeys().flatMap((key) => {
    const chatId = chatIn(userId, key);
    const record = readKey(key);
    return chatId === null || record === null ? [] : [[chatId, record] as const];
  });
}

/** The chat whose record has this key; null when the key is something else, or another person's. */
export function chatIn(userId: UserId, key: string): ChatId | null {
  const start = keyOf(userId, '');
  return key.startsWith(start) ? key.slice(start.length) : null;
}

export function removeRecords(isUnwanted: (key: string) => boolean): void {
  try {
    for (const key of listKeys()) if (isUnwanted(key)) localStorage.removeItem(key);
  } catch {
    // Nothing was kept where nothing can be read.
  }
}

function listKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

function readKey(key: string): DraftRecord | null {
  try {
    const kept = localStorage.getItem(key);
    return kept === null ? null : parse(kept);
  } catch {
    return null;
  }
}

/** Earlier versions kept the text alone. */
function parse(kept: string): DraftRecord {
  try {
    const record = JSON.parse(kept) as Partial<DraftRecord> | null;
    return typeof record?.text === 'string' ? { text: record.text } : { text: kept };
  } catch {
    return { text: kept };
  }
}
