/** A figure in the table of the README, with its target if it has one. */
export interface Headline {
  readonly scenario: string;
  /** Its name in the results. */
  readonly figure: string;
  readonly says: string;
  readonly unit: 'ms' | 's' | 'MB' | 'kB' | '%' | '';
  readonly bar?: { readonly atMost: number } | { readonly atLeast: number };
}

type Row = Omit<Headline, 'scenario'>;

const messages: Record<string, readonly Row[]> = {
  'one-to-one': [
    {
      figure: '[askedPerSecond as fast as it goes].messagesPerSecond',
      says: 'messages a second, as fast as it goes',
      unit: '',
      bar: { atLeast: 3_750 },
    },
    {
      figure: '[askedPerSecond as fast as it goes].cpuMsPer1000Deliveries',
      says: 'CPU for 1,000 of them, with the database',
      unit: 'ms',
      bar: { atMost: 433 },
    },
    {
      figure: '[askedPerSecond 1000].latency.p99Ms',
      says: 'delivery p99 at 1,000 a second',
      unit: 'ms',
      bar: { atMost: 25 },
    },
  ],
  'fan-out': [
    {
      figure: '[members 100, askedPerSecond as fast as it goes].deliveriesPerSecond',
      says: 'deliveries a second in a group of 100',
      unit: '',
      bar: { atLeast: 36_000 },
    },
    {
      figure: '[members 100, askedPerSecond 100].latency.p99Ms',
      says: 'delivery p99 there at 100 messages a second',
      unit: 'ms',
    },
    {
      figure: '[members 1000, askedPerSecond as fast as it goes].deliveriesPerSecond',
      says: 'deliveries a second in a group of 1,000',
      unit: '',
      bar: { atLeast: 30_000 },
    },
    {
      figure: '[members 1000, askedPerSecond 10].latency.p99Ms',
      says: 'delivery p99 there at 10 messages a second',
      unit: 'ms',
      bar: { atMost: 100 },
    },
  ],
  history: [
    {
      figure: 'newestPage.pagesPerSecond',
      says: 'newest pages a second of a chat of 100,000',
      unit: '',
      bar: { atLeast: 55 },
    },
    { figure: 'anyPage.latency.p99Ms', says: 'any page of it, p99 with 8 readers', unit: 'ms' },
  ],
  cluster: [
    { figure: 'asItIs.one.deliveriesPerSecond', says: 'deliveries a second by one chat node', unit: '' },
    { figure: 'asItIs.two.deliveriesPerSecond', says: 'by two, on the same cores', unit: '' },
    {
      figure: 'inHeldNodes.gain',
      says: 'two nodes against one, each held to a fifth of a core',
      unit: '',
      bar: { atLeast: 1.6 },
    },
  ],
  'chat-list': [
    { figure: 'chatList.p50Ms', says: 'sidebar of 500 chats, p50', unit: 'ms' },
    { figure: 'chatListSearch.p50Ms', says: 'search in it, p50', unit: 'ms' },
  ],
};

const load: Record<string, readonly Row[]> = {
  everyday: [
    {
      figure: 'steps[people 500].meanMs',
      says: '500 people who do something every 20 s: a request takes, mean',
      unit: 'ms',
      bar: { atMost: 60 },
    },
    { figure: 'steps[people 500].p99Ms', says: 'p99', unit: 'ms', bar: { atMost: 500 } },
    { figure: 'steps[people 500].requestErrors', says: 'requests that failed', unit: '', bar: { atMost: 0 } },
    { figure: 'steps[people 4000].p99Ms', says: '4,000 people: p99', unit: 'ms' },
    { figure: 'mostPeopleWithinBudget', says: 'of 4,000 at most, so many within these bars', unit: '' },
  ],
  'idle-memory': [
    { figure: 'memory.connectedMegabytes', says: '10,000 devices: memory', unit: 'MB', bar: { atMost: 600 } },
    { figure: 'memory.mostMegabytes', says: 'the most at any time', unit: 'MB', bar: { atMost: 600 } },
    { figure: 'latency.p50Ms', says: '50 messages a second beside them: delivery p50', unit: 'ms' },
    { figure: 'latency.p99Ms', says: 'delivery p99', unit: 'ms', bar: { atMost: 250 } },
  ],
  'reconnect-storm': [
    {
      figure: 'lastBackSeconds',
      says: '5,000 devices: the last is back after the kill',
      unit: 's',
      bar: { atMost: 60 },
    },
    { figure: 'loopLagMs.p99Ms', says: 'event loop lag p99 meanwhile', unit: 'ms', bar: { atMost: 250 } },
    { figure: 'serverErrors', says: 'answers 5xx', unit: '', bar: { atMost: 0 } },
    { figure: 'queriesPerArrival', says: 'queries per connection', unit: '', bar: { atMost: 3 } },
    { figure: 'queriesPerReconnect', says: "queries with the page's five requests", unit: '' },
  ],
  'login-storm': [
    { figure: 'inPeace.answered.p99Ms', says: 'sending without it, p99', unit: 'ms' },
    {
      figure: 'afterStart.sendingP99Ms',
      says: 'sending beside 100 sign-ups or 300 logins at once after the start, p99',
      unit: 'ms',
      bar: { atMost: 100 },
    },
    { figure: 'afterStart.answerErrors', says: 'of those, refused or answered wrongly', unit: '', bar: { atMost: 0 } },
    { figure: 'afterStart.allAnsweredMs', says: 'the last of them is answered', unit: 'ms', bar: { atMost: 15_000 } },
    {
      figure: 'inTheStorm.answered.p99Ms',
      says: 'sending beside 500 logins at once, p99',
      unit: 'ms',
      bar: { atMost: 500 },
    },
    { figure: 'logins.grantedPerSecond', says: 'logins a second', unit: '' },
    { figure: 'logins.otherErrors', says: 'logins answered neither 200 nor 503', unit: '', bar: { atMost: 0 } },
  ],
  'told-apart': [
    {
      figure: 'signIn.apartMs',
      says: 'a refused login with and without an account, apart',
      unit: 'ms',
      bar: { atMost: 5 },
    },
    { figure: 'signIn.welchT', says: "Welch's t of it", unit: '', bar: { atMost: 4.5 } },
    {
      figure: 'forgotten.apartMs',
      says: 'a forgotten password with and without, apart',
      unit: 'ms',
      bar: { atMost: 5 },
    },
    { figure: 'forgotten.welchT', says: "Welch's t of it", unit: '', bar: { atMost: 4.5 } },
  ],
  'stalled-readers': [
    { figure: 'extraMegabytes', says: 'memory for 100 devices that do not read', unit: 'MB', bar: { atMost: 100 } },
    { figure: 'alone.latency.p99Ms', says: 'delivery p99 to 100 others, without them', unit: 'ms' },
    { figure: 'reading.latency.p99Ms', says: 'while they read, too', unit: 'ms' },
    { figure: 'beside.latency.p99Ms', says: 'when they stop', unit: 'ms' },
    { figure: 'laterThanAlonePercent', says: 'that is later than without them by', unit: '%', bar: { atMost: 20 } },
    { figure: 'laterThanReadingPercent', says: 'and than while they read by', unit: '%' },
  ],
};

const browsers: Record<string, readonly Row[]> = {
  'first-load': [
    { figure: 'login.first.transferredKilobytes', says: 'login screen, first time: over the line', unit: 'kB' },
    { figure: 'login.first.largestPaintMs', says: 'largest paint', unit: 'ms' },
    { figure: 'login.first.longestTask.wallMs', says: 'longest task', unit: 'ms' },
    { figure: 'mainScreen.first.transferredKilobytes', says: 'main screen, first time: over the line', unit: 'kB' },
    { figure: 'mainScreen.first.largestPaintMs', says: 'largest paint', unit: 'ms' },
    { figure: 'mainScreen.first.cumulativeLayoutShift', says: 'layout shift', unit: '', bar: { atMost: 0.1 } },
    { figure: 'mainScreen.first.longestTask.wallMs', says: 'longest task', unit: 'ms' },
    { figure: 'mainScreen.again.largestPaintMs', says: 'main screen again: largest paint', unit: 'ms' },
  ],
  'chat-switch': [
    { figure: 'firstOpening.shown.p50Ms', says: 'a chat opened for the first time is shown, p50', unit: 'ms' },
    { figure: 'switching.shown.p50Ms', says: 'a chat of 1,000 opened again, p50', unit: 'ms' },
    { figure: 'switching.longestTask.wallMs', says: 'longest task', unit: 'ms' },
    { figure: 'switching.longestTask.cpuMs', says: 'of it CPU', unit: 'ms' },
    { figure: 'switching.longestTask.longCount', says: 'tasks of more than 50 ms of CPU in 30 openings', unit: '' },
    { figure: 'scrolling.longestTask.wallMs', says: 'scrolling up through 1,000 messages: longest task', unit: 'ms' },
    { figure: 'scrolling.longestTask.cpuMs', says: 'of it CPU', unit: 'ms' },
    { figure: 'typing.shown.p99Ms', says: 'a key is shown, p99', unit: 'ms' },
    { figure: 'typing.longestTask.wallMs', says: 'typing: longest task', unit: 'ms' },
  ],
  transfer: [
    { figure: 'over1GiB.megabytesPerSecond', says: 'a file of 1 GiB, MB a second', unit: '' },
    { figure: 'over1GiB.receiverMemoryMegabytes.growth', says: "growth of the receiver's memory", unit: 'MB' },
    { figure: 'longestTaskOver25MiB.receiver.cpuMs', says: "longest task of the receiver's page, CPU", unit: 'ms' },
  ],
  calls: [
    { figure: 'webRtc.mouthToEar.p50Ms', says: 'mouth to ear, directly', unit: 'ms' },
    { figure: 'audioStream.mouthToEar.p50Ms', says: 'mouth to ear, by the server', unit: 'ms' },
    { figure: 'audioStream.spoiltPercent', says: 'spoilt of it', unit: '%' },
    { figure: 'relay.cpuPercentOfOneCore', says: 'one core for ten calls of five who all talk', unit: '%' },
  ],
};

export const headlines: readonly Headline[] = [messages, load, browsers].flatMap((group) =>
  Object.entries(group).flatMap(([scenario, rows]) => rows.map((row) => ({ scenario, ...row }))),
);
