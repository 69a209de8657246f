import { mkdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { createBackdater } from './backdater.ts';
import { personas, password } from './personas.ts';
import { startProgram } from './program.ts';
import { seedDemo } from './seed-demo.ts';

// node --import tsx demo/src/fill.ts <folder>: deletes all contents of the folder.
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Which folder?');
await fill(resolve(folder)).catch((error: unknown) => {
  process.stderr.write(`The demo could not be filled: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

async function fill(dataDir: string): Promise<void> {
  if (await isRunningIn(dataDir)) throw new Error(`The demo in ${dataDir} is running: stop it first.`);
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const now = new Date();
  const outboxDir = join(dataDir, 'outbox');
  const program = await startProgram(dataDir);
  try {
    const database = new Client({ host: await socketDir(dataDir), port: 5432, user: 'chat', database: 'chat' });
    await database.connect();
    await seedDemo({ url: program.url, outboxDir, backdater: createBackdater(database), now });
    await database.end();
  } finally {
    await program.stop();
  }
  // The mails contain only links for accounts that are already verified.
  await rm(outboxDir, { recursive: true, force: true });
  const logins = Object.values(personas).map(({ name, email }) => ({ name, email, password }));
  // Written last: a folder without this file is incomplete and is filled again.
  await writeFile(join(dataDir, 'demo.json'), JSON.stringify({ filledAt: now.toISOString(), logins }, null, 2));
}

/** Whether a database runs in the folder. Its files must not be deleted then. */
async function isRunningIn(dataDir: string): Promise<boolean> {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The embedded database listens in its folder. If the path is too long, a symlink leads to the socket folder. */
function socketDir(dataDir: string): Promise<string> {
  return readlink(join(dataDir, 'postgres.socket')).catch(() => join(dataDir, 'postgres'));
}
