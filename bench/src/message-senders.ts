import { type ChatId, sendMessage } from '@chat-app/contract';
import { openHttpConnection } from './http-connection.ts';
import { contentPrefix, type MessageLog } from './message-log.ts';
import type { Devices } from './devices.ts';
import type { BenchUser } from './users.ts';

/** A user who sends messages into a chat; the answers go to the log. */
export interface MessageSender {
  readonly send: (number: number) => void;
  /** How many it can have unanswered. */
  readonly maxUnanswered: number;
  readonly close: () => void;
}

/** Sends from a device's socket; the number of the message is the id of its acknowledgement. */
export function createSocketSender(devices: Devices, index: number, chatId: ChatId): MessageSender {
  return {
    send: (number) => devices.send(index, `42${number}["sendMessage",${bodyOf(chatId, number)}]`),
    maxUnanswered: Infinity,
    close: () => {},
  };
}

/** As many as browsers open to one host, less those that load something. */
const connectionsPerSender = 4;

/** Sends over HTTP, with several connections. */
export async function createHttpSender(
  url: string,
  { user, chatId, log }: { user: BenchUser; chatId: ChatId; log: MessageLog },
): Promise<MessageSender> {
  const open = () => openHttpConnection(url, user.cookie, { maxResponseBytes: 16 * 1024 });
  const free = await Promise.all(Array.from({ length: connectionsPerSender }, open));

  async function send(number: number) {
    const connection = free.pop();
    if (!connection) throw new Error('all connections are busy');
    try {
      const { status } = await connection.tryPost(sendMessage.path, bodyOf(chatId, number));
      free.push(connection);
      log.recordAnswer(number, status < 300 ? null : String(status));
    } catch {
      free.push(await open());
      log.recordAnswer(number, 'disconnected');
    }
  }
  return {
    send: (number) => void send(number),
    maxUnanswered: connectionsPerSender,
    close: () => free.forEach((connection) => connection.close()),
  };
}

const bodyOf = (chatId: ChatId, number: number) =>
  `{"chatId":"${chatId}","content":"${contentPrefix}${number}","type":"text","clientId":"m${number}"}`;
