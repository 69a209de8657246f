import type { UserId } from '@chat-app/contract';
import type { Gateway } from '../../realtime/gateway.ts';
import type { PeerDevice, TransferEmitter } from './transfer.ts';

/** Emits to the device that takes part in a transfer, or to all of the person's devices while none does. */
export function createTransferEmitter({ io, rooms }: Gateway): TransferEmitter {
  const to = (target: PeerDevice | UserId) => io.to(typeof target === 'string' ? rooms.user(target) : target.deviceId);
  return {
    requested: (target, metadata, senderId) => to(target).emit('fileTransferRequest', metadata, senderId),
    accepted: (target, receiverId, options) => to(target).emit('fileTransferAccept', receiverId, options),
    rejected: (target, receiverId) => to(target).emit('fileTransferReject', receiverId),
    cancelled: (target, otherId) => to(target).emit('fileTransferCancel', otherId),
    taken: ({ userId, deviceId }, senderId) =>
      io.to(rooms.user(userId)).except(deviceId).emit('fileTransferTaken', senderId),
    paused: (target, otherId) => to(target).emit('fileTransferPaused', otherId),
    resumed: (target, otherId) => to(target).emit('fileTransferResume', otherId),
  };
}
