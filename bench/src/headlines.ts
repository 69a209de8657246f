import { browserHeadlines } from './browser-headlines.ts';
import type { Headline, HeadlineRow } from './headline.ts';
import { oneCoreHeadlines } from './one-core/headlines.ts';

const messages: Record<string, readonly HeadlineRow[]> = {
  'one-to-one': [
    {
      figure: '[askedPerSecond as fast as it goes].messagesPerSecond',
      label: 'messages a second, as fast as it goes',
      unit: '',
      target: { atLeast: 3_750 },
    },
    {
      figure: '[askedPerSecond as fast as it goes].cpuMsPer1000Deliveries',
      label: 'CPU for 1,000 of them, with the database',
      unit: 'ms',
      target: { atMost: 433 },
    },
    {
      figure: '[askedPerSecond 1000].latency.p99Ms',
      label: 'delivery p99 at 1,000 a second',
      unit: 'ms',
      target: { atMost: 25 },
    },
  ],
  'fan-out': [
    {
      figure: '[members 100, askedPerSecond as fast as it goes].deliveriesPerSecond',
      label: 'deliveries a second in a group of 100',
      unit: '',
      target: { atLeast: 36_000 },
    },
    {
      figure: '[members 100, askedPerSecond 100].latency.p99Ms',
      label: 'delivery p99 there at 100 messages a second',
      unit: 'ms',
    },
    {
      figure: '[members 1000, askedPerSecond as fast as it goes].deliveriesPerSecond',
      label: 'deliveries a second in a group of 1,000',
      unit: '',
      target: { atLeast: 30_000 },
    },
    {
      figure: '[members 1000, askedPerSecond 10].latency.p99Ms',
      label: 'delivery p99 there at 10 messages a second',
      unit: 'ms',
      target: { atMost: 100 },
    },
  ],
  history: [
    {
      figure: 'newestPage.pagesPerSecond',
      label: 'newest pages a second of a chat of 100,000',
      unit: '',
      target: { atLeast: 55 },
    },
    { figure: 'anyPage.latency.p99Ms', label: 'any page of it, p99 with 8 readers', unit: 'ms' },
  ],
  changes: [
    {
      figure: 'page.p99Ms',
      label: '200 changes of a chat of 1,000,000, p99',
      unit: 'ms',
      target: { atMost: 20 },
    },
    { figure: 'catchUp.p99Ms', label: 'all 1,000 that a device missed, p99', unit: 'ms' },
    {
      figure: 'unneededRowErrors',
      label: 'rows of the index read beyond those returned',
      unit: '',
      target: { atMost: 0 },
    },
  ],
  reactions: [
    { figure: 'lostErrors', label: '1,000 members react at once: lost', unit: '', target: { atMost: 0 } },
    { figure: 'answered.p99Ms', label: 'answered, p99', unit: 'ms' },
    { figure: 'lastDeviceMs', label: 'the last of 1,000 devices shows all of them', unit: 'ms' },
  ],
  search: [
    {
      figure: 'rareWord.p99Ms',
      label: 'a rare word among 1,000,000 messages, p99',
      unit: 'ms',
      target: { atMost: 100 },
    },
    { figure: 'commonWord.p99Ms', label: 'a common word, p99', unit: 'ms', target: { atMost: 100 } },
    { figure: 'twoWords.p99Ms', label: 'two words, p99', unit: 'ms', target: { atMost: 100 } },
    {
      figure: 'threeLettersInside.p99Ms',
      label: 'three letters inside a word, p99',
      unit: 'ms',
      target: { atMost: 100 },
    },
    { figure: 'nothing.p99Ms', label: 'a word that is nowhere, p99', unit: 'ms', target: { atMost: 100 } },
    { figure: 'bySender.p99Ms', label: 'a common word by one sender, p99', unit: 'ms', target: { atMost: 100 } },
    { figure: 'sizes.messagesMegabytes', label: 'the messages with their indexes', unit: 'MB' },
    { figure: 'sizes.indexTableMegabytes', label: 'the words of all messages', unit: 'MB' },
    { figure: 'sizes.indexMegabytes', label: 'their indexes', unit: 'MB' },
    { figure: 'withoutIndex.rareWord.p50Ms', label: 'the rare word by `ILIKE`, without an index, p50', unit: 'ms' },
    { figure: 'sqliteFts.rareWord.p50Ms', label: 'the rare word by FTS5 of SQLite, p50', unit: 'ms' },
    { figure: 'sqliteFts.commonWord.p50Ms', label: 'the common word by FTS5 of SQLite, p50', unit: 'ms' },
  ],
  cluster: [
    { figure: 'asItIs.one.deliveriesPerSecond', label: 'deliveries a second by one chat node', unit: '' },
    { figure: 'asItIs.two.deliveriesPerSecond', label: 'by two, on the same cores', unit: '' },
    {
      figure: 'inHeldNodes.gain',
      label: 'two nodes against one, each held to a fifth of a core',
      unit: '',
      target: { atLeast: 1.6 },
    },
  ],
  'chat-list': [
    { figure: 'chatList.p50Ms', label: 'sidebar of 500 chats, p50', unit: 'ms' },
    { figure: 'chatListSearch.p50Ms', label: 'search in it, p50', unit: 'ms' },
  ],
};

const load: Record<string, readonly HeadlineRow[]> = {
  everyday: [
    {
      figure: 'steps[people 500].meanMs',
      label: '500 people who do something every 20 s: a request takes, mean',
      unit: 'ms',
      target: { atMost: 60 },
    },
    { figure: 'steps[people 500].p99Ms', label: 'p99', unit: 'ms', target: { atMost: 500 } },
    { figure: 'steps[people 500].requestErrors', label: 'requests that failed', unit: '', target: { atMost: 0 } },
    { figure: 'steps[people 4000].p99Ms', label: '4,000 people: p99', unit: 'ms' },
    { figure: 'mostPeopleWithinBudget', label: 'of 4,000 at most, so many within these targets', unit: '' },
  ],
  'idle-memory': [
    { figure: 'memory.connectedMegabytes', label: '10,000 devices: memory', unit: 'MB', target: { atMost: 600 } },
    { figure: 'memory.mostMegabytes', label: 'the most at any time', unit: 'MB', target: { atMost: 600 } },
    { figure: 'latency.p50Ms', label: '50 messages a second beside them: delivery p50', unit: 'ms' },
    { figure: 'latency.p99Ms', label: 'delivery p99', unit: 'ms', target: { atMost: 250 } },
  ],
  'reconnect-storm': [
    {
      figure: 'lastBackSeconds',
      label: '5,000 devices: the last is back after the kill',
      unit: 's',
      target: { atMost: 60 },
    },
    { figure: 'loopLagMs.p99Ms', label: 'event loop lag p99 meanwhile', unit: 'ms', target: { atMost: 250 } },
    { figure: 'serverErrors', label: 'answers 5xx', unit: '', target: { atMost: 0 } },
    { figure: 'queriesPerArrival', label: 'queries per connection', unit: '', target: { atMost: 3 } },
    { figure: 'queriesPerReconnect', label: "queries with the page's five requests", unit: '' },
  ],
  'redis-return': [
    {
      figure: 'loopLagMs.p99Ms',
      label: 'Redis back after 10 s: event loop lag p99',
      unit: 'ms',
      target: { atMost: 100 },
    },
    { figure: 'serverErrors', label: 'answers 5xx', unit: '', target: { atMost: 0 } },
    { figure: 'reconnectedPercent', label: 'of 5,000 devices, so many reconnected', unit: '%' },
  ],
  'login-storm': [
    { figure: 'inPeace.answered.p99Ms', label: 'sending without it, p99', unit: 'ms' },
    {
      figure: 'afterStart.sendingP99Ms',
      label: 'sending beside 100 sign-ups or 300 logins at once after the start, p99',
      unit: 'ms',
      target: { atMost: 100 },
    },
    {
      figure: 'afterStart.answerErrors',
      label: 'of those, refused or answered wrongly',
      unit: '',
      target: { atMost: 0 },
    },
    {
      figure: 'afterStart.allAnsweredMs',
      label: 'the last of them is answered',
      unit: 'ms',
      target: { atMost: 15_000 },
    },
    {
      figure: 'inTheStorm.answered.p99Ms',
      label: 'sending beside 500 logins at once, p99',
      unit: 'ms',
      target: { atMost: 500 },
    },
    { figure: 'logins.grantedPerSecond', label: 'logins a second', unit: '' },
    { figure: 'logins.otherErrors', label: 'logins answered neither 200 nor 503', unit: '', target: { atMost: 0 } },
  ],
  'told-apart': [
    {
      figure: 'signIn.apartMs',
      label: 'a refused login with and without an account, apart',
      unit: 'ms',
      target: { atMost: 5 },
    },
    { figure: 'signIn.welchT', label: "Welch's t of it", unit: '', target: { atMost: 4.5 } },
    {
      figure: 'forgotten.apartMs',
      label: 'a forgotten password with and without, apart',
      unit: 'ms',
      target: { atMost: 5 },
    },
    { figure: 'forgotten.welchT', label: "Welch's t of it", unit: '', target: { atMost: 4.5 } },
    {
      figure: 'secondStep.apartMs',
      label: 'a refused login with and without a second step, apart',
      unit: 'ms',
      target: { atMost: 5 },
    },
    { figure: 'secondStep.welchT', label: "Welch's t of it", unit: '', target: { atMost: 4.5 } },
    {
      figure: 'wrongCodes.apartMs',
      label: 'a code wrong in one digit and one wrong in all, apart',
      unit: 'ms',
      target: { atMost: 5 },
    },
    { figure: 'wrongCodes.welchT', label: "Welch's t of it", unit: '', target: { atMost: 4.5 } },
    {
      figure: 'passkeyOptions.apartMs',
      label: 'options for a passkey with and without an account, apart',
      unit: 'ms',
      target: { atMost: 5 },
    },
    { figure: 'passkeyOptions.welchT', label: "Welch's t of it", unit: '', target: { atMost: 4.5 } },
  ],
  'stalled-readers': [
    { figure: 'extraMegabytes', label: 'memory for 100 devices that do not read', unit: 'MB', target: { atMost: 100 } },
    { figure: 'alone.latency.p99Ms', label: 'delivery p99 to 100 others, without them', unit: 'ms' },
    { figure: 'reading.latency.p99Ms', label: 'while they read, too', unit: 'ms' },
    { figure: 'beside.latency.p99Ms', label: 'when they stop', unit: 'ms' },
    { figure: 'laterThanAlonePercent', label: 'that is later than without them by', unit: '%', target: { atMost: 20 } },
    { figure: 'laterThanReadingPercent', label: 'and than while they read by', unit: '%' },
  ],
};

export const headlines: readonly Headline[] = [messages, load, browserHeadlines, oneCoreHeadlines].flatMap((group) =>
  Object.entries(group).flatMap(([scenario, rows]) => rows.map((row) => ({ scenario, ...row }))),
);
