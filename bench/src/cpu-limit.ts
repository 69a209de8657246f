import { access, constants, mkdir, rmdir, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const periodUs = 10_000;

/** Linux's control groups for the CPU: cgroup v2 has one tree, cgroup v1 a separate one. */
const cgroupTrees = [
  {
    folder: '/sys/fs/cgroup/cpu',
    settings: (us: number) => ({ 'cpu.cfs_period_us': periodUs, 'cpu.cfs_quota_us': us }),
  },
  { folder: '/sys/fs/cgroup', settings: (us: number) => ({ 'cpu.max': `${us} ${periodUs}` }) },
];

/** Limits a process to a share of one core; the returned function lifts the limit. Null without the permission. */
export async function limitCpu(pid: number, share: number): Promise<(() => Promise<void>) | null> {
  for (const { folder, settings } of cgroupTrees) {
    const isWritable = await access(`${folder}/cgroup.procs`, constants.W_OK).then(
      () => true,
      () => false,
    );
    if (!isWritable) continue;
    const group = `${folder}/chat-app-bench-${pid}`;
    await mkdir(group);
    for (const [name, value] of Object.entries(settings(share * periodUs))) {
      await writeFile(`${group}/${name}`, String(value));
    }
    await writeFile(`${group}/cgroup.procs`, String(pid));
    return async () => {
      await writeFile(`${folder}/cgroup.procs`, String(pid));
      // The kernel takes a moment to notice that the group is empty.
      await pause(100);
      await rmdir(group);
    };
  }
  return null;
}
