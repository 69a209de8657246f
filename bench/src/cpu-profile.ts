import { round2 } from './measure.ts';
import { areaOf } from './profile-areas.ts';

/** What `node --cpu-prof` writes. Times are in microseconds of the system's monotonic clock. */
export interface CpuProfile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: CallFrame }[];
  readonly startTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

export interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  /** From 0. */
  readonly lineNumber: number;
  readonly columnNumber: number;
}

/** Where a function is in the source. */
export interface SourcePosition {
  /** `server/src/...`, `node_modules/...`, `node:...`, or empty for V8 and native code. */
  readonly path: string;
  /** From 1; 0 if unknown. */
  readonly line: number;
}

interface Range {
  readonly fromUs: number;
  readonly toUs: number;
}

interface FunctionTime extends SourcePosition {
  readonly name: string;
  readonly area: string;
  readonly us: number;
}

export interface ProfileSummary {
  readonly busyMs: number;
  readonly idlePercent: number;
  readonly areas: readonly { readonly area: string; readonly percent: number; readonly ms: number }[];
  readonly functions: readonly {
    readonly name: string;
    readonly at: string;
    readonly area: string;
    readonly percent: number;
  }[];
}

const functionCount = 30;

/** Self time within the range, by area and by function. Percentages are of the time that was not idle. */
export function summariseProfile(
  profile: CpuProfile,
  { fromUs, toUs }: Range,
  locate: (frame: CallFrame) => SourcePosition,
): ProfileSummary {
  const usByNode = new Map<number, number>();
  let at = profile.startTime;
  for (const [index, node] of profile.samples.entries()) {
    const us = profile.timeDeltas[index] ?? 0;
    at += us;
    if (at >= fromUs && at < toUs) usByNode.set(node, (usByNode.get(node) ?? 0) + us);
  }
  const functions = new Map<string, FunctionTime>();
  let [busyUs, idleUs] = [0, 0];
  for (const { id, callFrame } of profile.nodes) {
    const us = usByNode.get(id) ?? 0;
    if (us === 0) continue;
    if (callFrame.functionName === '(idle)') {
      idleUs += us;
      continue;
    }
    busyUs += us;
    const position = locate(callFrame);
    const name = callFrame.functionName || '(anonymous)';
    const key = `${name} ${position.path}:${position.line}`;
    const known = functions.get(key)?.us ?? 0;
    functions.set(key, { ...position, name, area: areaOf(name, position.path), us: known + us });
  }
  const all = [...functions.values()].toSorted((one, other) => other.us - one.us);
  const percent = (us: number) => round2((100 * us) / busyUs);
  const areas = [...sumByArea(all)].toSorted(([, one], [, other]) => other - one);
  return {
    busyMs: Math.round(busyUs / 1000),
    idlePercent: round2((100 * idleUs) / (busyUs + idleUs)),
    areas: areas.map(([area, us]) => ({ area, percent: percent(us), ms: Math.round(us / 1000) })),
    functions: all.slice(0, functionCount).map(({ name, path, line, area, us }) => {
      return { name, at: path === '' ? 'native' : `${path}:${line}`, area, percent: percent(us) };
    }),
  };
}

function sumByArea(functions: readonly FunctionTime[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { area, us } of functions) sums.set(area, (sums.get(area) ?? 0) + us);
  return sums;
}
