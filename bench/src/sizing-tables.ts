import { figuresOf } from './figures.ts';

type Results = ReadonlyMap<string, unknown>;
/** A figure of the scenario, by its name in the results. */
type Read = (figure: string) => number;

/** What an operator wants to know about a load, from the figures of one scenario. */
const loads: readonly { load: string; scenario: string; describe: (read: Read) => string }[] = [
  {
    load: 'one-to-one messages, as fast as possible',
    scenario: 'one-to-one',
    describe: (read) => describeMessages(read, '[askedPerSecond as fast as it goes]'),
  },
  {
    load: 'the same at 1,000 a second; small batches cost more',
    scenario: 'one-to-one',
    describe: (read) => describeMessages(read, '[askedPerSecond 1000]'),
  },
  {
    load: 'a group of 100 online, 300 messages a second',
    scenario: 'fan-out',
    describe: (read) => describeFanOut(read, '[members 100, askedPerSecond 300]'),
  },
  {
    load: 'a group of 1,000 online, 10 messages a second',
    scenario: 'fan-out',
    describe: (read) => describeFanOut(read, '[members 1000, askedPerSecond 10]'),
  },
  {
    load: 'newest page of a chat with 100,000 messages, 8 readers',
    scenario: 'history',
    describe: (read) =>
      `${shown(read('newestPage.pagesPerSecond'))} a second, ${shown(read('newestPage.cpuMsPer1000Pages') / 1000)} ms of CPU each`,
  },
  {
    load: 'list of 500 chats, one request at a time',
    scenario: 'chat-list',
    describe: (read) => `p50 ${shown(read('chatList.p50Ms'))} ms, p99 ${shown(read('chatList.p99Ms'))} ms`,
  },
  {
    load: 'sign-ins of 500 people at once, again and again',
    scenario: 'login-storm',
    describe: (read) =>
      `${shown(read('logins.grantedPerSecond'))} a second; messages beside them p99 ${shown(read('inTheStorm.latency.p99Ms'))} ms`,
  },
  {
    load: '10,000 idle devices, one each',
    scenario: 'idle-memory',
    describe: (read) =>
      `${shown(read('memory.connectedMegabytes'))} MB, ${shown(read('memory.perDeviceKilobytes'))} KB each; with 50 messages a second p99 ${shown(read('latency.p99Ms'))} ms`,
  },
  {
    load: '5,000 devices reconnect after the program was killed',
    scenario: 'reconnect-storm',
    describe: (read) =>
      `the last is back after ${shown(read('lastBackSeconds'))} s, ${shown(read('queriesPerReconnect'))} queries each`,
  },
];

/** What the program does with each load. */
export function loadTable(resultsByScenario: Results): string {
  const rows = loads.map(
    ({ load, scenario, describe }) => `| ${load} | ${describe(readFrom(resultsByScenario, scenario))} |`,
  );
  return ['| Load | Result |', '|---|---|', ...rows].join('\n');
}

/** What a number of people needs who each do something every 20 s. */
export function everydayTable(resultsByScenario: Results): string {
  const read = readFrom(resultsByScenario, 'everyday');
  const { steps } = resultsByScenario.get('everyday') as { steps: readonly { people: number }[] };
  const rows = steps.map(({ people }) => {
    const figure = (name: string) => shown(read(`steps[people ${people}].${name}`));
    const times = `${figure('meanMs')} ms | ${figure('p99Ms')} ms`;
    return `| ${shown(people)} | ${figure('requestsPerSecond')} | ${times} | ${figure('cpuPercentOfOneCore')} % |`;
  });
  return [
    '| People online | Requests a second | Mean | p99 | CPU of one core |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

function describeMessages(read: Read, run: string): string {
  const [p50Ms, p99Ms] = [read(`${run}.latency.p50Ms`), read(`${run}.latency.p99Ms`)];
  const cpuMs = read(`${run}.cpuMsPer1000Deliveries`) / 1000;
  return `${shown(read(`${run}.messagesPerSecond`))} a second, p50 ${shown(p50Ms)} ms, p99 ${shown(p99Ms)} ms, ${shown(cpuMs)} ms of CPU each`;
}

function describeFanOut(read: Read, run: string): string {
  const cpuMs = read(`${run}.cpuMsPer1000Deliveries`) / 1000;
  return `${shown(read(`${run}.deliveriesPerSecond`))} deliveries a second, p99 ${shown(read(`${run}.latency.p99Ms`))} ms, ${shown(cpuMs)} ms of CPU each`;
}

function readFrom(resultsByScenario: Results, scenario: string): Read {
  const figures = figuresOf(resultsByScenario.get(scenario));
  return (name) => {
    const figure = figures.get(name);
    if (!figure) throw new Error(`the results of ${scenario} have no ${name}`);
    return figure.value;
  };
}

/** Two significant digits below 10, whole numbers above: runs differ by more than that. */
function shown(value: number): string {
  return (value < 10 ? Number(value.toPrecision(2)) : Math.round(value)).toLocaleString('en', {
    maximumSignificantDigits: 6,
  });
}
