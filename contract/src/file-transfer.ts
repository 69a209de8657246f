import { z } from 'zod';
import { cleanFileName } from './file-name.ts';
import { limits } from './limits.ts';
import { requiredText, UserId } from './primitives.ts';
import { inputTexts } from './texts.ts';

const FileName = requiredText(inputTexts.fileNameInvalid)
  .min(1, inputTexts.fileNameInvalid)
  .max(limits.fileNameMaxLength, inputTexts.fileNameInvalid)
  .transform(cleanFileName);
const FileSize = z
  .number(inputTexts.fileSizeInvalid)
  .int(inputTexts.fileSizeInvalid)
  .min(0, inputTexts.fileSizeInvalid)
  .max(Number.MAX_SAFE_INTEGER, inputTexts.fileSizeInvalid);
const FileFacts = z.object({ name: FileName, size: FileSize });

/**
 * The files on offer. `files` and `canResume` are extensions: a receiver that does not know them takes the first file.
 */
export const TransferMetadata = FileFacts.extend({
  /** All offered files in the order of sending; the first is the file above. */
  files: z.array(FileFacts).min(1).max(limits.filesPerTransfer).optional(),
  /** The sender can resume where both sides stopped when the connection was lost. */
  canResume: z.boolean().optional(),
});
export type TransferMetadata = z.infer<typeof TransferMetadata>;

const Description = z.object({
  type: z.enum(['offer', 'answer']),
  sdp: z.string().max(limits.descriptionMaxLength, 'This description is too long'),
});
export type SessionDescription = z.infer<typeof Description>;

const Candidate = z
  .object({
    candidate: z.string().max(1024, 'This candidate is too long'),
    sdpMid: z.string().max(64).nullish(),
    sdpMLineIndex: z.number().int().min(0).max(64).nullish(),
    usernameFragment: z.string().max(256).nullish(),
  })
  .nullable();
export type IceCandidate = z.infer<typeof Candidate>;

/** Signalling between the two browsers of a transfer, through the server. Every id is the other user's. */
export const transferClientEvents = {
  sendFileRequest: z.tuple([TransferMetadata, UserId]),
  /** The second argument is an extension. */
  fileReceiveAccept: z.tuple([UserId, z.object({ canResume: z.boolean() }).optional()]),
  fileReceiveReject: z.tuple([UserId]),
  senderDesc: z.tuple([Description, UserId]),
  receiverDesc: z.tuple([Description, UserId]),
  'ice-candidate': z.tuple([Candidate, UserId]),
  fileTransferCancel: z.tuple([UserId]),
  /** Extension: this device takes over its user's lost side of a transfer, to resume it. */
  fileTransferResume: z.tuple([UserId]),
  /** Extension: everything has arrived; the two users may start another transfer. */
  fileTransferDone: z.tuple([UserId]),
};

export interface TransferServerEvents {
  fileTransferRequest: (metadata: TransferMetadata, senderId: UserId) => void;
  fileTransferAccept: (targetId: UserId, options: { canResume: boolean }) => void;
  fileTransferReject: (targetId: UserId) => void;
  fileTransferCancel: (otherId: UserId) => void;
  /** The second argument, the other user of the transfer, is an extension. */
  fileTransferError: (message: string, targetId: UserId) => void;
  senderDesc: (payload: SessionDescription, fromId: UserId) => void;
  receiverDesc: (payload: SessionDescription, fromId: UserId) => void;
  'ice-candidate': (payload: IceCandidate, fromId: UserId) => void;
  /** Extension: another device of the same user has answered that request. */
  fileTransferTaken: (senderId: UserId) => void;
  /** Extension: the other side lost its connection to the server; it may reconnect. */
  fileTransferPaused: (otherId: UserId) => void;
  /** Extension: the other side has reconnected, possibly after a reload; the sender starts a new peer connection. */
  fileTransferResume: (otherId: UserId) => void;
}
