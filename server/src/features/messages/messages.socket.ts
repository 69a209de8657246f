import { sendMessage, socketLimits } from '@chat-app/contract';
import { countCall } from '../../platform/call-rates.ts';
import type { RateLimiter } from '../../platform/rate-limiter.ts';
import type { Gateway } from '../../realtime/gateway.ts';
import { deviceIdOf } from '../../realtime/rooms.ts';
import { sendRate } from './messages.routes.ts';
import type { Messages } from './messages.service.ts';

interface MessageSocketDeps {
  gateway: Gateway;
  limiter: RateLimiter;
  messages: Messages;
}

/** Sends messages over the socket: like `POST /api/messages/send`, without the cost of a request. */
export function registerMessageEvents({ gateway, limiter, messages }: MessageSocketDeps) {
  gateway.listen(
    'sendMessage',
    async (socket, input) => {
      const { userId } = socket.data;
      const counting = countCall(limiter, `user:${userId}`, { endpoint: sendMessage, rate: sendRate });
      if (counting) await counting;
      const { message } = await messages.send(userId, input, deviceIdOf(socket));
      return { message };
    },
    {
      perSecond: socketLimits.messagesPerSecond,
      emitAnswer: (socket, { message }) => socket.emit('newMessage', message),
    },
  );
}
