import { readdir, readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { round2 } from './measure.ts';

const ticksPerSecond = 100;

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly ownMs: number;
  /** Its own and that of its exited children. */
  readonly cpuMs: number;
}

async function readProcess(pid: string): Promise<Process | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name in parentheses may contain spaces; the fields after it do not.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  if (fields.length < 15) return null;
  const [user = 0, system = 0, ...ended] = fields.slice(11, 15).map((value) => (Number(value) * 1000) / ticksPerSecond);
  const ownMs = user + system;
  return { pid: Number(pid), parent: Number(fields[1]), ownMs, cpuMs: ended.reduce((sum, ms) => sum + ms, ownMs) };
}

/** CPU time so far of a process and all its descendants: the program with its database. */
export async function cpuMsOf(rootPid: number, { isAlone = false } = {}): Promise<number> {
  if (isAlone) return (await readProcess(String(rootPid)))?.cpuMs ?? 0;
  return (await readFamily(rootPid)).reduce((sum, { cpuMs }) => sum + cpuMs, 0);
}

async function readFamily(rootPid: number): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = (await Promise.all(pids.map(readProcess))).filter((entry) => entry !== null);
  const family = new Set([rootPid]);
  for (let size = 0; size !== family.size;) {
    size = family.size;
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid);
  }
  return all.filter(({ pid }) => family.has(pid));
}

/** The shares of one core that each took. */
export interface CpuPercent {
  readonly program: number;
  readonly database: number;
  /** This process. Near 100 it was the limit, not the program. */
  readonly load: number;
}

/** CPU time from now until the returned function is called: of the program with its database, and of this process. */
export async function watchCpu(pid: number) {
  const read = async () => ({ all: await cpuMsOf(pid), program: await cpuMsOf(pid, { isAlone: true }) });
  const before = await read();
  const startedAt = performance.now();
  const ownBefore = process.cpuUsage();
  return async (): Promise<{ cpuMs: number; percentOfOneCore: CpuPercent }> => {
    const { user, system } = process.cpuUsage(ownBefore);
    const tookMs = performance.now() - startedAt;
    const after = await read();
    const [cpuMs, programMs] = [after.all - before.all, after.program - before.program];
    const percent = (ms: number) => round2((100 * ms) / tookMs);
    const own = percent((user + system) / 1000);
    return {
      cpuMs,
      percentOfOneCore: { program: percent(programMs), database: percent(cpuMs - programMs), load: own },
    };
  };
}

const quietPercent = 20;
const quietWithinSeconds = 60;

/** Waits until the program has done its deferred work, for example after thousands of devices connected. */
export async function waitUntilQuiet(pid: number): Promise<void> {
  for (let second = 0; second < quietWithinSeconds; second += 1) {
    const readCpu = await watchCpu(pid);
    await pause(1_000);
    const { program, database } = (await readCpu()).percentOfOneCore;
    if (program + database < quietPercent) return;
  }
}

/** CPU time of the browsers that this process started, from now until the returned function is called. */
export async function watchRenderers() {
  const before = await readBrowserProcesses();
  const startedAt = performance.now();
  return async () => {
    const after = await readBrowserProcesses();
    const tookMs = performance.now() - startedAt;
    const used = [...after].map(([pid, { isRenderer, ownMs }]) => ({
      isRenderer,
      percent: (100 * (ownMs - (before.get(pid)?.ownMs ?? 0))) / tookMs,
    }));
    const renderers = used.filter(({ isRenderer }) => isRenderer).map(({ percent }) => percent);
    return {
      /** Each page has a renderer of its own; spare ones are idle. */
      rendererCpuPercent: renderers.filter((percent) => percent > 1).map((percent) => Math.round(percent)),
      browserCpuPercent: Math.round(used.reduce((sum, { percent }) => sum + percent, 0)),
    };
  };
}

async function readBrowserProcesses() {
  const family = await readFamily(process.pid);
  const entries = await Promise.all(
    family.map(async ({ pid, ownMs }) => {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      return { pid, ownMs, isBrowser: /chrom/i.test(command), isRenderer: command.includes('--type=renderer') };
    }),
  );
  return new Map(entries.filter(({ isBrowser }) => isBrowser).map((entry) => [entry.pid, entry]));
}

/** The resident memory of a process, without its children. */
export async function residentMegabytesOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
}

/** Records the peak memory until it is read. */
export function watchMemory(pid: number) {
  let most = 0;
  const sample = async () => {
    most = Math.max(most, await residentMegabytesOf(pid));
  };
  const timer = setInterval(() => void sample(), 100);
  return async (): Promise<number> => {
    clearInterval(timer);
    await sample();
    return most;
  };
}

/** CPU time of all cores so far, and the part that the host of a virtual machine stole from it. */
export async function readStealTime(): Promise<{ total: number; stolen: number }> {
  const { total, stolen } = await readTicks();
  return { total, stolen };
}

/** Measures which share of the machine other programs used, from now until the returned function is called. */
export async function watchMachine(ownPid: number) {
  const before = await readTicks();
  const start = new Map((await readFamily(ownPid)).map(({ pid, ownMs }) => [pid, ownMs]));
  // The CPU time of a process is lost when it exits: a browser has many processes that exit before the scenario does.
  const used = new Map<number, number>();
  const sample = async () => {
    for (const { pid, ownMs } of await readFamily(ownPid)) used.set(pid, ownMs - (start.get(pid) ?? 0));
  };
  const timer = setInterval(() => void sample(), 500);
  return async () => {
    clearInterval(timer);
    await sample();
    const after = await readTicks();
    const ownMs = [...used.values()].reduce((sum, value) => sum + value, 0);
    const ownTicks = (ownMs * ticksPerSecond) / 1000;
    const percent = (ticks: number) => Math.max(0, Math.round((100 * ticks) / (after.total - before.total)));
    return {
      /** Programs unrelated to the benchmark. */
      othersPercent: percent(after.busy - before.busy - ownTicks),
      stolenPercent: percent(after.stolen - before.stolen),
    };
  };
}

async function readTicks() {
  const [line = ''] = (await readFile('/proc/stat', 'utf8').catch(() => '')).split('\n');
  const ticks = line.split(/\s+/).slice(1, 9).map(Number);
  const [user = 0, nice = 0, system = 0, , , , , stolen = 0] = ticks;
  return { total: ticks.reduce((sum, value) => sum + value, 0), busy: user + nice + system, stolen };
}
