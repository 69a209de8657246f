import { type ChatId, sendMessage } from '@chat-app/contract';
import { openHttpConnection } from './http-connection.ts';
import { contentPrefix, type MessageLog, numberAt } from './message-log.ts';
import { openSocketClient, type SocketClient } from './socket-client.ts';
import type { BenchUser } from './users.ts';

/** A user who sends messages into a chat; the answers go to the log. */
export interface MessageSender {
  readonly send: (number: number) => void;
  /** How many it can have unanswered. */
  readonly maxUnanswered: number;
  readonly close: () => void;
}

interface DeviceOptions {
  readonly log: MessageLog;
  /** Whether the messages that reach it are recorded. */
  readonly isRecipient: (index: number) => boolean;
}

/** A connected and announced device of each user, as a browser is. */
export async function openDevices(
  url: string,
  users: readonly BenchUser[],
  { log, isRecipient }: DeviceOptions,
): Promise<SocketClient[]> {
  const open = ({ id, cookie }: BenchUser, index: number) =>
    openSocketClient(url, {
      cookie,
      announceAs: id,
      onEvent: isRecipient(index) ? log.recordEvent : () => {},
      onAck: (answer) => log.recordAnswer(numberAt(answer, 0), refusalIn(answer)),
    });
  const devices: SocketClient[] = [];
  for (let start = 0; start < users.length; start += 50) {
    const some = users.slice(start, start + 50);
    devices.push(...(await Promise.all(some.map((user, index) => open(user, start + index)))));
  }
  return devices;
}

/** Sends over the socket; the number of the message is the id of its acknowledgement. */
export function createSocketSender(device: SocketClient, chatId: ChatId): MessageSender {
  return {
    send: (number) => device.send(`42${number}["sendMessage",${bodyOf(chatId, number)}]`),
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
  const connections = await Promise.all(
    Array.from({ length: connectionsPerSender }, () =>
      openHttpConnection(url, user.cookie, { maxResponseBytes: 16 * 1024 }),
    ),
  );
  const free = [...connections];
  async function send(number: number) {
    const connection = free.pop();
    if (!connection) throw new Error('all connections are busy');
    const { status } = await connection.tryPost(sendMessage.path, bodyOf(chatId, number));
    free.push(connection);
    log.recordAnswer(number, status < 300 ? null : String(status));
  }
  return {
    send: (number) => void send(number),
    maxUnanswered: connections.length,
    close: () => connections.forEach((connection) => connection.close()),
  };
}

const bodyOf = (chatId: ChatId, number: number) =>
  `{"chatId":"${chatId}","content":"${contentPrefix}${number}","type":"text","clientId":"m${number}"}`;

const accepted = Buffer.from('"ok":true');

/** The code in an acknowledgement `<id>[{"ok":false,"code":"..."}]`, or null if the message was accepted. */
function refusalIn(answer: Buffer): string | null {
  return answer.includes(accepted) ? null : (/"code":"(\w+)"/.exec(answer.toString())?.[1] ?? 'unreadable');
}
