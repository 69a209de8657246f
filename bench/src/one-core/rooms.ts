import { openDevices } from '../devices.ts';
import { createMessageLog } from '../message-log.ts';
import { createHttpSender, createSocketSender } from '../message-senders.ts';
import { waitUntilQuiet } from '../processes.ts';
import { type ScenarioContext, sized } from '../scenario.ts';
import type { SteadyLoad } from '../steady-load.ts';
import { createChat, createUsers } from '../users.ts';
import { closeSenders } from './pairs.ts';
import { acceptsSocketMessages, searchRates } from './search-rates.ts';

const groups = [
  {
    members: 100,
    rates: sized([100, 200, 300, 400, 500, 600, 700, 800, 1000, 1200], [20, 50]),
    precision: sized(13, 50),
  },
  {
    members: sized(1000, 200),
    rates: sized([10, 20, 30, 40, 50, 60, 80, 100, 120], [5]),
    precision: sized(2, 50),
  },
];
const writerCount = 4;

/** Groups whose members are all connected; a few of them write. */
export async function measureRooms(context: ScenarioContext) {
  const results = [];
  for (const { members, ...search } of groups) {
    const group = await openGroup(context, members);
    await waitUntilQuiet(context.program.pid);
    results.push({ members, ...(await searchRates(group.load, { ...search, name: `group of ${members}` })) });
    group.close();
  }
  return results;
}

async function openGroup({ program, sql }: ScenarioContext, members: number) {
  const users = await createUsers(sql, members);
  const chatId = await createChat(sql, users);
  const log = createMessageLog();
  const devices = await openDevices(program.url, users, { log });
  const writers = users.slice(0, writerCount);
  const overSocket: SteadyLoad = {
    pid: program.pid,
    log,
    devices,
    senders: writers.map((_, index) => createSocketSender(devices, index, chatId)),
    // The writer has the acknowledgement.
    recipients: members - 1,
  };
  const load = (await acceptsSocketMessages(overSocket))
    ? overSocket
    : {
        ...overSocket,
        senders: await Promise.all(writers.map((user) => createHttpSender(program.url, { user, chatId, log }))),
        recipients: members,
      };
  const close = () => {
    closeSenders(load);
    devices.close();
  };
  return { load, close };
}
