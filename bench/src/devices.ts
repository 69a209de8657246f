import { type MessageLog, numberAt } from './message-log.ts';
import { openSocketClient, type SocketClient } from './socket-client.ts';
import type { BenchUser } from './users.ts';

interface DeviceOptions {
  readonly log: MessageLog;
  /** Whether the messages that reach it are recorded. */
  readonly isRecipient?: (index: number) => boolean;
}

/** A connected and announced device of each user, as a browser is. */
export async function openDevices(url: string, users: readonly BenchUser[], options: DeviceOptions) {
  const { log, isRecipient = () => true } = options;
  const clients: (SocketClient | undefined)[] = users.map(() => undefined);

  async function open(index: number) {
    const { id, cookie } = users[index] as BenchUser;
    clients[index] = await openSocketClient(url, {
      cookie,
      announceAs: id,
      onEvent: isRecipient(index) ? log.recordEvent : () => {},
      onAck: (answer) => log.recordAnswer(numberAt(answer, 0), refusalIn(answer)),
      onClose: () => {
        clients[index] = undefined;
      },
    });
  }
  /** Opens those that are closed: at first all, later those that the program dropped. */
  async function reopen() {
    const closed = clients.flatMap((client, index) => (client ? [] : [index]));
    for (let start = 0; start < closed.length; start += 50) {
      await Promise.all(closed.slice(start, start + 50).map(open));
    }
    return closed.length;
  }

  await reopen();
  return {
    reopen,
    send: (index: number, packet: string) => clients[index]?.send(packet),
    close: () => clients.forEach((client) => client?.close()),
  };
}

export type Devices = Awaited<ReturnType<typeof openDevices>>;

const accepted = Buffer.from('"ok":true');

/** The code in an acknowledgement `<id>[{"ok":false,"code":"..."}]`, or null if the message was accepted. */
function refusalIn(answer: Buffer): string | null {
  return answer.includes(accepted) ? null : (/"code":"(\w+)"/.exec(answer.toString())?.[1] ?? 'unreadable');
}
