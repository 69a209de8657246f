import { type AckOf, type ClientToServerEvents, type InputOf, type Message, sendMessage } from '@chat-app/contract';
import { io, type Socket } from 'socket.io-client';
import type { HttpClient } from '../http-client.ts';

type NewMessage = InputOf<typeof sendMessage>;

/** Sends a message and returns it as the server acknowledged it; null for a refusal, or without an answer. */
export interface Sender {
  send: (message: NewMessage) => Promise<Message | null>;
  close: () => void;
}

const answerMs = 5000;

export function createHttpSender(client: HttpClient): Sender {
  return {
    send: async (message) => {
      const answer = await client.call(sendMessage, message).catch(() => null);
      return answer?.status === 201 || answer?.status === 200 ? answer.body.message : null;
    },
    close: () => {},
  };
}

/** Over the socket while it is connected, and over HTTP otherwise, as the web client does. */
export function createSocketSender(client: HttpClient): Sender {
  const http = createHttpSender(client);
  const socket: Socket<Record<string, never>, ClientToServerEvents> = io(client.baseUrl, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 50,
    reconnectionDelayMax: 200,
    extraHeaders: { cookie: `session=${client.cookies.get('session')}` },
  });
  // The library does not reconnect after the server closed the connection.
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') setTimeout(() => socket.connect(), 100);
  });
  return {
    send: async (message) => {
      if (!socket.connected) return http.send(message);
      const sending = socket.timeout(answerMs).emitWithAck('sendMessage', message) as Promise<AckOf<'sendMessage'>>;
      const answer = await sending.catch(() => null);
      if (answer?.ok === true) return answer.message;
      // A node of the previous release does not know the event.
      return answer?.code === 'invalid_input' ? http.send(message) : null;
    },
    close: () => socket.disconnect(),
  };
}
