import { openDevices } from '../devices.ts';
import { createMessageLog } from '../message-log.ts';
import { createHttpSender, createSocketSender } from '../message-senders.ts';
import type { ScenarioContext } from '../scenario.ts';
import type { SteadyLoad } from '../steady-load.ts';
import { type BenchUser, createChats, createUsers } from '../users.ts';
import { acceptsSocketMessages } from './search-rates.ts';

/** How many pairs of users there are. */
export const pairCount = 100;

/** Pairs of users who are all connected; one of each sends to the other. */
export async function openPairs({ program, sql }: ScenarioContext) {
  const users = await createUsers(sql, pairCount * 2);
  const chatIds = await createChats(sql, users, 2);
  const log = createMessageLog();
  const devices = await openDevices(program.url, users, { log, isRecipient: (index) => index % 2 === 1 });
  const socketSenders = chatIds.map((chatId, index) => createSocketSender(devices, index * 2, chatId));
  const overSocket: SteadyLoad = { pid: program.pid, log, devices, senders: socketSenders, recipients: 1 };
  return {
    /** Null if the program is too old for it. */
    overSocket: (await acceptsSocketMessages(overSocket)) ? overSocket : null,
    openHttp: async (): Promise<SteadyLoad> => {
      const senders = chatIds.map((chatId, index) =>
        createHttpSender(program.url, { user: users[index * 2] as BenchUser, chatId, log }),
      );
      return { ...overSocket, senders: await Promise.all(senders) };
    },
    close: devices.close,
  };
}

export function closeSenders({ senders }: SteadyLoad) {
  senders.forEach((sender) => sender.close());
}
