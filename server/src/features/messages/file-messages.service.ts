import {
  answerTexts,
  ChatId,
  ClientId,
  limits,
  type ParsedInputOf,
  type recordTransfer,
  type sendFile,
  type UserId,
  voiceMessageText,
} from '@chat-app/contract';
import type { Database } from '../../platform/db/database.ts';
import { withDeadline } from '../../platform/deadline.ts';
import { invalidInput, notFound } from '../../platform/errors.ts';
import type { EarlyFields, IncomingFile } from '../../platform/http/read-form.ts';
import { type StoredFile, tooLarge, type Uploads, type Voice } from '../uploads/index.ts';
import { assertCanRecordTransfer, assertNotBlocked, assertNotLimited } from './messages.policy.ts';
import { messageRepository } from './messages.repository.ts';
import type { SendMessage } from './send-message.ts';

interface FileMessageDeps {
  database: Database;
  maxUploadBytes: number;
  sendMessage: SendMessage;
  uploads: Uploads;
}

type Take = (file: IncomingFile, early: EarlyFields) => Promise<StoredFile>;
/** Parses the request and passes the file to `take` while it arrives. */
type Receive = (take: Take) => Promise<{ input: ParsedInputOf<typeof sendFile>; taken: StoredFile }>;

/** Allowance for the form's boundaries and its other fields. */
const formBytes = 64 * 1024;
const databaseMs = 2800;

export type FileMessages = ReturnType<typeof createFileMessages>;

export function createFileMessages({ database, maxUploadBytes, sendMessage, uploads }: FileMessageDeps) {
  /** The number of members. Throws for outsiders. */
  async function membersOf(chatId: ChatId, userId: UserId): Promise<number> {
    const count = await messageRepository.countMembers(database.sql, chatId, userId);
    if (count === null) throw notFound('Chat');
    return count;
  }

  /** Checks the chat that is named before the file. A repeat of what was sent before is answered as before. */
  async function checkEarly(userId: UserId, early: EarlyFields): Promise<void> {
    const [named, key] = [ChatId.safeParse(early['chatId']), ClientId.safeParse(early['clientId'])];
    if (!named.success) return;
    const chatId = named.data;
    const chat = await messageRepository.findSendLimits(database.sql, chatId, userId);
    if (!chat) throw notFound('Chat');
    if (!chat.isBlocked && !chat.isSendLimited) return;
    const sent = key.success && { chatId, authorId: userId, clientId: key.data };
    if (sent && (await messageRepository.findSentId(database.sql, sent)) !== null) return;
    assertNotBlocked({ isInBlockedChat: chat.isBlocked });
    assertNotLimited(chat);
  }

  return {
    /** Checks the announced size before anything is read. */
    assertFits(announcedBytes: number): void {
      if (announcedBytes > maxUploadBytes + formBytes) throw tooLarge(maxUploadBytes);
    },

    /** Stores the file while it arrives, then the message. A file that does not become a message is removed. */
    async send(userId: UserId, receive: Receive) {
      const stored: string[] = [];
      let isKept = false;
      try {
        const { input, taken } = await receive(async (file, early) => {
          await withDeadline(databaseMs, () => checkEarly(userId, early));
          const upload = await uploads.addFile(userId, file);
          stored.push(upload.fileName);
          return upload;
        });
        const { chatId, clientId, replyTo } = input;
        const { fileName: uploadFile, name, bytes: fileSize } = taken;
        const voice = voiceOf(input);
        if (voice && fileSize > limits.voiceMaxBytes) throw tooLarge(limits.voiceMaxBytes);
        if (voice) await uploads.markVoice(taken, voice);
        const kind = voice
          ? ({ type: 'voice', content: voiceMessageText } as const)
          : ({ type: 'file', content: name } as const);
        const message = { chatId, clientId, replyTo, authorId: userId, uploadFile, fileSize, voice, ...kind };
        const sent = await withDeadline(databaseMs, () => sendMessage(message));
        isKept = sent.isNew;
        return sent;
      } finally {
        if (!isKept) await uploads.removeUnused(stored);
      }
    },

    async recordTransfer(userId: UserId, given: ParsedInputOf<typeof recordTransfer>) {
      const { chatId, senderId, fileName, fileSize, status, clientId } = given;
      const memberCount = await membersOf(chatId, userId);
      assertCanRecordTransfer(userId, { senderId, memberCount });
      return sendMessage({
        chatId,
        authorId: userId,
        type: 'fileTransfer',
        content: fileName,
        clientId,
        fileSize,
        transferStatus: status,
      });
    },
  };
}

/** Null for an ordinary file. */
function voiceOf({ kind, durationMs, waveform }: ParsedInputOf<typeof sendFile>): Voice | null {
  if (kind === undefined) return null;
  if (durationMs === undefined || waveform === undefined) throw invalidInput(answerTexts.voiceIncomplete);
  return { durationMs, waveform };
}
