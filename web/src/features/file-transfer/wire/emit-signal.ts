import type { Ack, UserId } from '@chat-app/contract';
import { emitWithAck } from '../../../lib/emit-with-ack.ts';
import type { Answer } from '../../../lib/emit-with-ack.ts';
import type { ChatSocket } from '../../../lib/socket.ts';
import type { OfferedFile } from '../storage/partial-transfers.ts';
import type { Effect, TransferEvent } from '../session/transfer-events.ts';

type Signal = Extract<Effect, { type: 'emit' }>['what'];

interface SignalRequest {
  socket: ChatSocket;
  peerId: UserId;
  what: Signal;
  files: readonly OfferedFile[];
}

/** Emits to the server, which forwards to the peer. Resolves with the event that follows from its answer, if any. */
export async function emitSignal(request: SignalRequest): Promise<TransferEvent | null> {
  const answer = await send(request);
  if (!answer || answer.ok) return null;
  if (answer.code !== 'unanswered') return onRefused[request.what]?.(answer) ?? null;
  // The server may have processed the event. After a lost connection the reconnect shows it; a live one never does.
  const isOver = request.what === 'request' && request.socket.connected;
  return isOver ? { type: 'request-failed', message: answer.message } : null;
}

type Refusal = Extract<Ack, { ok: false }>;

const onRefused: { readonly [What in Signal]?: (refusal: Refusal) => TransferEvent | null } = {
  request: ({ code, message }) => ({
    type: failedCodes.includes(code) ? 'request-failed' : 'server-error',
    message,
  }),
  accept: () => ({ type: 'accept-refused' }),
  // With any other code the server may still hold the transfer.
  resume: ({ code }) => (code === 'not_found' ? { type: 'resume-refused' } : null),
};

/** The server failed while processing, and may hold the request nevertheless. */
const failedCodes: readonly Refusal['code'][] = ['internal', 'unavailable'];

async function send({ socket, peerId, what, files }: SignalRequest): Promise<Answer<'sendFileRequest'> | null> {
  const [first] = files;
  switch (what) {
    case 'request':
      if (!first) return null;
      return emitWithAck(socket, 'sendFileRequest', { ...first, files: [...files], canResume: true }, peerId);
    case 'accept':
      return emitWithAck(socket, 'fileReceiveAccept', peerId, { canResume: true });
    case 'reject':
      return emitWithAck(socket, 'fileReceiveReject', peerId);
    case 'cancel':
      return emitWithAck(socket, 'fileTransferCancel', peerId);
    case 'resume':
      // While disconnected it would be sent late; the reconnect sends it anyway.
      return socket.connected ? emitWithAck(socket, 'fileTransferResume', peerId) : null;
    case 'done':
      // Sent late, it might be taken for the end of the next transfer.
      return socket.connected ? emitWithAck(socket, 'fileTransferDone', peerId) : null;
    default:
      return what satisfies never;
  }
}
