import { setTimeout as pause } from 'node:timers/promises';
import { openDevices } from '../devices.ts';
import { createMessageLog } from '../message-log.ts';
import { round2 } from '../measure.ts';
import { residentMegabytesOf, waitUntilQuiet, watchCpu } from '../processes.ts';
import { type ScenarioContext, sized } from '../scenario.ts';
import { say } from './progress.ts';
import { createChats, createUsers } from '../users.ts';

const idleSeconds = sized(60, 2);
/** Connecting leaves garbage behind. */
const settleMs = sized(10_000, 500);

/** 10,000 devices in groups of ten. */
export const measureIdleInSmallGroups = measureIdle({ devices: sized(10_000, 300), members: 10 });
/** 5,000 devices in groups of 1,000, who share more with each other. */
export const measureIdleInLargeGroups = measureIdle({ devices: sized(5_000, 200), members: sized(1_000, 100) });

/** Devices that are connected and do nothing: their memory, and what the program does for them. */
function measureIdle({ devices, members }: { devices: number; members: number }) {
  return async ({ program, sql }: ScenarioContext) => {
    const users = await createUsers(sql, devices);
    await createChats(sql, users, members);
    await sql`vacuum analyze`;
    const before = await residentMegabytesOf(program.pid);
    const open = await openDevices(program.url, users, { log: createMessageLog(), isRecipient: () => false });
    await waitUntilQuiet(program.pid);
    await pause(settleMs);
    const connected = await residentMegabytesOf(program.pid);
    const readCpu = await watchCpu(program.pid);
    await pause(idleSeconds * 1000);
    const { percentOfOneCore } = await readCpu();
    const after = await residentMegabytesOf(program.pid);
    const dropped = await open.reopen();
    open.close();
    const results = {
      devices,
      members,
      memory: { beforeMegabytes: before, connectedMegabytes: connected, afterMegabytes: after },
      perDeviceKilobytes: round2(((connected - before) * 1024) / devices),
      idlePercentOfOneCore: round2(percentOfOneCore.program + percentOfOneCore.database),
      cpuPercentOfOneCore: percentOfOneCore,
      dropped,
    };
    say(JSON.stringify(results));
    return results;
  };
}
