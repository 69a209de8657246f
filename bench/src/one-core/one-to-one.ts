import { findHighestRate, highestGood, type Step } from '../highest-rate.ts';
import { createMessageLog, type MessageLog } from '../message-log.ts';
import { createHttpSender, createSocketSender, openDevices } from '../message-senders.ts';
import { type ScenarioContext, sized } from '../scenario.ts';
import { sendSteadily, type SteadyLoad } from '../steady-load.ts';
import { type BenchUser, createChats, createUsers } from '../users.ts';
import { knowsSocketSending } from './socket-sending.ts';
import { describeStep, say } from './progress.ts';

const pairs = 100;
export const stepTimes = { warmUpSeconds: sized(2, 0.3), seconds: sized(8, 1) };
const rates = sized([250, 500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500, 5000, 5500, 6000], [250, 500, 1000]);
const precision = sized(125, 1_000);
/** Together they have enough for a second at the highest rates. */
const maxUnanswered = 50;

/** Pairs of users who are all connected; one of each sends to the other. */
export async function measureOneToOne(context: ScenarioContext) {
  const pairLoad = await openPairs(context);
  const overSocket = pairLoad.overSocket && (await searchRates('socket', pairLoad.overSocket));
  const overHttp = await searchRates('HTTP', await pairLoad.overHttp());
  pairLoad.close();
  return { ...(overSocket && { socket: overSocket }), http: overHttp };
}

/** The pairs and their ways to send; none over the socket if the program is too old for it. */
export async function openPairs({ program, sql }: ScenarioContext) {
  const users = await createUsers(sql, pairs * 2);
  const chatIds = await createChats(sql, users, 2);
  const log: MessageLog = createMessageLog();
  const devices = await openDevices(program.url, users, { log, isRecipient: (index) => index % 2 === 1 });
  const load = { pid: program.pid, log, recipients: 1 };
  const closers = devices.map((device) => device.close);
  const socketSenders = chatIds.flatMap((chatId, index) => {
    const device = devices[index * 2];
    return device ? [createSocketSender(device, chatId)] : [];
  });
  const isKnown = await knowsSocketSending({ ...load, senders: socketSenders });
  return {
    overSocket: isKnown ? { ...load, senders: socketSenders } : null,
    overHttp: async (): Promise<SteadyLoad> => {
      const senders = await Promise.all(
        chatIds.map((chatId, index) =>
          createHttpSender(program.url, { user: users[index * 2] as BenchUser, chatId, log }),
        ),
      );
      closers.push(...senders.map((sender) => sender.close));
      return { ...load, senders };
    },
    close: () => closers.forEach((close) => close()),
  };
}

/** The highest good rate, what it costs, and the times at ordinary rates. */
export async function searchRates(name: string, load: SteadyLoad) {
  await sendSteadily(load, { rate: 500, warmUpSeconds: 0, seconds: sized(5, 0.5), maxUnanswered });
  const onStep = (step: Step) => say(`one-to-one over ${name}: ${describeStep(step)}`);
  const steps = await findHighestRate(load, { ...stepTimes, rates, precision, maxUnanswered, onStep });
  const best = highestGood(steps);
  return {
    highestGoodPerSecond: best?.askedPerSecond ?? 0,
    atHighest: { cpuMsPer1000Messages: best?.cpuMsPer1000Messages ?? 0, latency: best?.latency },
    steps,
  };
}
