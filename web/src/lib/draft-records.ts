import type { ChatId, UserId } from '@chat-app/contract';
import type { OutboxRow } from './outbox-store.ts';

/** Messages that were sent in one go and are not known to be in the outbox yet. */
export interface SendRecord {
  readonly chatId: ChatId;
  /** The draft that they took, as it was typed. */
  readonly draftText: string;
  readonly messages: readonly OutboxRow[];
}

// In local storage, because that is written before the call returns: neither a reload nor a killed tab loses the last
// letter. A send has a key of its own, so that no tab writes over what is being typed in another.
const textPrefix = 'chat-app.draft.';
const sendPrefix = 'chat-app.draft-sending.';
const textStart = (userId: UserId) => `${textPrefix}${userId}.`;
const textKey = (userId: UserId, chatId: ChatId) => textStart(userId) + chatId;
const sendKey = (userId: UserId, { messages: [first] }: SendRecord) => `${sendPrefix}${userId}.${first?.clientId}`;

/** Null: there is none, or nothing can be kept here. */
export function readDraft(userId: UserId, chatId: ChatId): string | null {
  return read(textKey(userId, chatId));
}

/** Whether it is stored; if not, what was stored before still is. */
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

/** The chat whose draft has this key; null when the key is something else, or another person's. */
export function chatOfDraft(userId: UserId, key: string): ChatId | null {
  const start = textStart(userId);
  return key.startsWith(start) ? (key.slice(start.length) as ChatId) : null;
}

/** Whether it is stored. */
export function writeSend(userId: UserId, send: SendRecord): boolean {
  return write(sendKey(userId, send), JSON.stringify(send));
}

export function removeSend(userId: UserId, send: SendRecord): void {
  remove(sendKey(userId, send));
}

export function listSends(userId: UserId): readonly SendRecord[] {
  return listKeys(`${sendPrefix}${userId}.`).flatMap((key) => parse(read(key)));
}

/** All that is kept, or what other people left. */
export function removeDrafts({ except }: { except?: UserId } = {}): void {
  for (const prefix of [textPrefix, sendPrefix]) {
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
    // Storage is full or forbidden: it then lasts as long as the tab.
    return false;
  }
}

function remove(key: string): boolean {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept where nothing can be removed.
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
