import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CpuProfile, type ProfileSummary, summariseProfile } from '../cpu-profile.ts';
import { toStep } from '../highest-rate.ts';
import { round2 } from '../measure.ts';
import { openPairs } from '../one-core/pairs.ts';
import { describeStep, say } from '../one-core/progress.ts';
import { cores, pinLoad } from '../pinning.ts';
import { createLocator } from '../profiled-sources.ts';
import { isOtherProgram, programDir } from '../program.ts';
import { sized, withProgram } from '../scenario.ts';
import { sendSteadily } from '../steady-load.ts';
import { writeResults } from '../stored-results.ts';

const rate = Number(process.env['PROFILE_RATE'] ?? 1200);
const seconds = sized(15, 2);
const warmUp = { rate, warmUpSeconds: 0, seconds: sized(5, 1), maxUnanswered: 50 };
const samplingUs = 500;

/** Where the program's time goes while pairs send to each other. */
const problem = pinLoad();
if (problem === null) await profile();
else say(problem);

async function profile() {
  const folder = await mkdtemp(join(tmpdir(), 'chat-app-profile-'));
  const nodeArguments = ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-interval=${samplingUs}`];
  try {
    const { range, step } = await withProgram(
      async (context) => {
        const pairs = await openPairs(context);
        const load = pairs.overSocket ?? (await pairs.openHttp());
        await sendSteadily(load, warmUp);
        const fromUs = nowUs();
        const measured = await sendSteadily(load, { ...warmUp, seconds });
        const toUs = nowUs();
        pairs.close();
        return { range: { fromUs, toUs }, step: measured };
      },
      { core: cores.program, nodeArguments },
    );
    const { areas, ...summary } = summariseProfile(await readProfile(folder), range, createLocator(programDir));
    const usPerMessage = (ms: number) => round2((ms * 1000) / step.answered.count);
    const costs = areas.map(({ area, percent, ms }) => ({ area, percent, usPerMessage: usPerMessage(ms) }));
    const results = { rate, seconds, usPerMessage: usPerMessage(summary.busyMs), ...summary, areas: costs };
    say(describeStep(toStep(step)));
    report(results);
    const isKept = sized(true, false) && !isOtherProgram;
    if (isKept) await writeResults('profile', results);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Of the clock that the profile uses. */
function nowUs(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

/** The profile of the main thread; worker threads write their own. */
async function readProfile(folder: string): Promise<CpuProfile> {
  const file = (await readdir(folder)).find((name) => /^CPU\.\d+\.\d+\.\d+\.0\./.test(name));
  if (file === undefined) throw new Error('the program has written no profile');
  return JSON.parse(await readFile(join(folder, file), 'utf8')) as CpuProfile;
}

type Report = Pick<ProfileSummary, 'idlePercent' | 'functions'> & {
  readonly usPerMessage: number;
  readonly areas: readonly { readonly area: string; readonly percent: number; readonly usPerMessage: number }[];
};

function report({ usPerMessage, idlePercent, areas, functions }: Report) {
  say(`\n${usPerMessage} us of Node.js time per message (with the profiler); idle ${idlePercent} %\n`);
  const costs = areas.map((row) => [row.area, row.percent, row.usPerMessage]);
  say(table(['Area', '%', 'us per message'], costs));
  const top = functions.map(({ name, at, area, percent }) => [percent, name, area, at]);
  say(table(['%', 'Function', 'Area', 'Source'], top));
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `${lines.join('\n')}\n`;
}
