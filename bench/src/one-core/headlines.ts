import type { HeadlineRow } from '../headline.ts';

/** Targets for a program and a database that share one core. */
export const oneCoreHeadlines: Record<string, readonly HeadlineRow[]> = {
  'one-core': [
    {
      figure: 'one-to-one.highestGoodPerSecond',
      label: 'one-to-one, highest rate with p99 up to 250 ms',
      unit: '',
      target: { atLeast: 4_100 },
    },
    {
      figure: 'one-to-one.atHighest.cpuMsPer1000Messages',
      label: 'CPU for 1,000 at that rate, with the database',
      unit: 'ms',
      target: { atMost: 250 },
    },
    {
      figure: 'one-to-one.at[askedPerSecond 500].cpuMsPer1000Messages',
      label: 'at 500 a second',
      unit: 'ms',
      target: { atMost: 950 },
    },
    { figure: at(500, 'p50Ms'), label: 'delivery p50 at 500 a second', unit: 'ms', target: { atMost: 2 } },
    { figure: at(500, 'p99Ms'), label: 'p99', unit: 'ms', target: { atMost: 6 } },
    { figure: at(1000, 'p50Ms'), label: 'delivery p50 at 1,000 a second', unit: 'ms', target: { atMost: 4 } },
    { figure: at(1000, 'p99Ms'), label: 'p99', unit: 'ms', target: { atMost: 15 } },
    {
      figure: 'bare-parts.highestGoodPerSecond',
      label: 'the same libraries without the program: highest rate',
      unit: '',
    },
    {
      figure: 'bare-parts.at[askedPerSecond 500].cpuMsPer1000Messages',
      label: 'CPU for 1,000 at 500 a second',
      unit: 'ms',
    },
    { figure: 'one-to-one-http.highestGoodPerSecond', label: 'sent over HTTP: highest rate', unit: '' },
    {
      figure: 'one-to-one-http.at[askedPerSecond 500].cpuMsPer1000Messages',
      label: 'CPU for 1,000 at 500 a second',
      unit: 'ms',
    },
    {
      figure: 'rooms[members 100].highestGoodDeliveriesPerSecond',
      label: 'group of 100: deliveries a second with p99 up to 250 ms',
      unit: '',
      target: { atLeast: 45_000 },
    },
    {
      figure: 'rooms[members 1000].highestGoodDeliveriesPerSecond',
      label: 'group of 1,000',
      unit: '',
      target: { atLeast: 39_000 },
    },
    {
      figure: 'history[people 1].pagesPerSecond',
      label: 'newest 15 of 100,000 messages, pages a second for one reader',
      unit: '',
      target: { atLeast: 800 },
    },
    { figure: 'history[people 8].pagesPerSecond', label: 'for eight', unit: '', target: { atLeast: 1_200 } },
    {
      figure: 'idle[members 10].perDeviceKilobytes',
      label: '10,000 idle devices in groups of ten: memory of each',
      unit: 'kB',
      target: { atMost: 20 },
    },
    {
      figure: 'idle[members 10].idlePercentOfOneCore',
      label: 'CPU of the core, with the database',
      unit: '%',
      target: { atMost: 2 },
    },
    {
      figure: 'idle-large-groups[members 1000].perDeviceKilobytes',
      label: '5,000 in groups of 1,000: memory of each',
      unit: 'kB',
      target: { atMost: 20 },
    },
    {
      figure: 'overload.atTwiceTheRate.longestAnswerMs',
      label: 'twice the highest rate for a minute: longest wait for an answer',
      unit: 'ms',
      target: { atMost: 3_000 },
    },
    {
      figure: 'overload.atTwiceTheRate.unansweredErrors',
      label: 'messages without an answer',
      unit: '',
      target: { atMost: 0 },
    },
    { figure: 'overload.memory.mostMegabytes', label: 'memory at most', unit: 'MB' },
    { figure: 'overload.rateAfterPerSecond', label: 'highest rate afterwards', unit: '' },
    { figure: 'overload.cpuMsPer1000Before', label: 'CPU per 1,000 at 2,000/s before', unit: 'ms' },
    { figure: 'overload.cpuMsPer1000After', label: 'and afterwards', unit: 'ms' },
  ],
};

function at(rate: number, percentile: string): string {
  return `one-to-one.at[askedPerSecond ${rate}].latency.${percentile}`;
}
