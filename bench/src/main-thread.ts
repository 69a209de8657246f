import type { Page } from '@playwright/test';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  /** The part of it in which the thread was actually running. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

export interface LongestTask {
  readonly wallMs: number;
  readonly cpuMs: number;
  /** How many tasks were long enough for a user to notice. */
  readonly longCount: number;
}

const longMs = 50;

/**
 * Measures what blocks a page's main thread: by wall clock, and by the time it was actually running. On a machine whose
 * CPUs are all busy, the wall clock measures the machine rather than the page.
 */
export async function watchMainThread(page: Page) {
  const browser = page.context().browser();
  if (!browser) throw new Error('the browser is gone');
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
  return {
    stop: async (): Promise<LongestTask> => {
      const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
      const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
      const mainThreads = new Set(
        traceEvents
          .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
          .map((event) => threadOf(event)),
      );
      const tasks = traceEvents.filter(
        (event) => event.ph === 'X' && event.name.endsWith('RunTask') && mainThreads.has(threadOf(event)),
      );
      if (tasks.length === 0) throw new Error('the trace holds no tasks');
      const longest = (times: readonly number[]) =>
        Math.round(times.reduce((most, time) => Math.max(most, time), 0) / 1000);
      return {
        wallMs: longest(tasks.map(({ dur = 0 }) => dur)),
        cpuMs: longest(tasks.map(({ tdur = 0 }) => tdur)),
        longCount: tasks.filter(({ tdur = 0 }) => tdur > longMs * 1000).length,
      };
    },
  };
}
