import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ensureBuilt } from './build.mjs';
import { inRoot } from './repository.mjs';
import { findFreePort } from '../e2e/stand-ins/free-port.ts';

interface Instruction {
  readonly name: string;
  readonly text: string;
}

const read = (...parts: string[]) => readFile(inRoot(...parts), 'utf8');
const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

/** The stages of the Dockerfile, each a list of instructions. */
async function readStages(): Promise<Instruction[][]> {
  const text = await read('Dockerfile');
  const lines = text
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const stages: Instruction[][] = [[]];
  for (const line of lines) {
    const [name = '', ...rest] = line.split(' ');
    if (name === 'FROM') stages.push([]);
    stages.at(-1)?.push({ name, text: rest.join(' ') });
  }
  return stages;
}

const only = (stage: readonly Instruction[], name: string) =>
  stage.filter((instruction) => instruction.name === name).map(({ text }) => text);

describe('[OPS-42] the image', () => {
  const children: ChildProcess[] = [];
  const folders: string[] = [];
  afterEach(async () => {
    for (const child of children.splice(0)) {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
    }
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
  });

  test('runs as an ordinary user, has a health check, and receives the stop signal itself', async () => {
    const final = (await readStages()).at(-1) ?? [];
    expect(only(final, 'USER')).toEqual(['node']);
    expect(final.findIndex(({ name }) => name === 'USER')).toBeGreaterThan(
      final.findLastIndex(({ name }) => name === 'RUN'),
    );
    expect(only(final, 'HEALTHCHECK')[0]).toContain('/healthz');
    expect(JSON.parse(only(final, 'CMD')[0] ?? '')).toContain('server/dist/main.js');
  });

  test('copies only existing files from the repository, and lists every workspace', async () => {
    const stages = await readStages();
    const { workspaces } = JSON.parse(await read('package.json')) as { workspaces: string[] };
    const ignored = await read('.dockerignore');
    for (const stage of stages.slice(1, -1)) {
      const sources = only(stage, 'COPY').flatMap((text) => text.split(' ').slice(0, -1));
      expect(sources).toEqual(expect.arrayContaining(workspaces.map((workspace) => `${workspace}/package.json`)));
      for (const source of sources.filter((name) => name !== '.')) {
        expect([source, await isThere(inRoot(source))]).toEqual([source, true]);
        const [top] = source.split('/');
        expect(ignored).toMatch(new RegExp(`^!(${source.replaceAll('.', '\\.')}|${top})$`, 'm'));
      }
    }
  });

  test('starts from what is copied into it, with production packages only, and is healthy', async () => {
    await ensureBuilt();
    const final = (await readStages()).at(-1) ?? [];
    const app = await mkdtemp(path.join(tmpdir(), 'chat-app-image-'));
    folders.push(app);
    await copyWhatIsCopied(final, app);
    await linkPackages(app);

    const port = String(await findFreePort());
    const fixed = Object.fromEntries(
      only(final, 'ENV')
        .flatMap((text) => text.split(' '))
        .map((pair) => pair.split('=')),
    ) as Record<string, string>;
    const env = { ...fixed, PATH: process.env['PATH'] ?? '', PORT: port, DATA_DIR: path.join(app, 'data') };
    const [program = '', ...args] = JSON.parse(only(final, 'CMD')[0] ?? '') as string[];
    const child = spawn(program, args, { cwd: app, env, stdio: ['ignore', 'pipe', 'pipe'] });
    children.push(child);
    const output = { text: '' };
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (output.text += String(text)));
    await vi.waitFor(() => expect(output.text).toContain('is running at'));

    const [, check = ''] = /CMD (\[.*\])$/.exec(only(final, 'HEALTHCHECK')[0] ?? '') ?? [];
    const [asker = '', ...words] = JSON.parse(check) as string[];
    const healthy = spawn(asker, words, { env, stdio: 'ignore' });
    expect(await once(healthy, 'exit')).toEqual([0, null]);
    const page = await fetch(`http://127.0.0.1:${port}/`);
    expect(await page.text()).toContain('<div id="root"');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    const sick = spawn(asker, words, { env, stdio: 'ignore' });
    expect(await once(sick, 'exit')).toEqual([1, null]);
  });
});

async function copyWhatIsCopied(stage: readonly Instruction[], app: string) {
  for (const text of only(stage, 'COPY').filter((line) => line.startsWith('--from=build '))) {
    const [, source = '', target = ''] = text.split(' ');
    const place = target.endsWith('/') ? path.join(target, path.basename(source)) : target;
    await mkdir(path.dirname(path.join(app, place)), { recursive: true });
    await cp(inRoot(source.replace(/^\/app\//, '')), path.join(app, place), { recursive: true });
  }
}

/** The packages that `npm ci --omit=dev` gives the server. A development package would not be found. */
async function linkPackages(app: string) {
  const { dependencies, optionalDependencies } = JSON.parse(await read('server', 'package.json')) as Record<
    'dependencies' | 'optionalDependencies',
    Record<string, string>
  >;
  const names = Object.keys({ ...dependencies, ...optionalDependencies }).filter(
    (name) => !name.startsWith('@chat-app/'),
  );
  for (const name of names) {
    const source = inRoot('node_modules', name);
    if (!(await isThere(source))) continue;
    const target = path.join(app, 'node_modules', name);
    await mkdir(path.dirname(target), { recursive: true });
    await symlink(source, target);
  }
}

describe('[OPS-43] what deploys it', () => {
  test('compose uses exactly the variables that .env.example lists', async () => {
    const [compose, example] = await Promise.all([read('compose.yaml'), read('.env.example')]);
    // A double dollar belongs to the shell inside a container.
    const asked = [...compose.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name]) => name);
    const listed = [...example.matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    expect(new Set(asked)).toEqual(new Set(listed));
  });

  test('no secret has a value in the example, and compose does not start without one', async () => {
    const [compose, example] = await Promise.all([read('compose.yaml'), read('.env.example')]);
    for (const secret of ['POSTGRES_PASSWORD', 'REDIS_PASSWORD', 'TURN_SECRET']) {
      expect(example).toMatch(new RegExp(`^${secret}=$`, 'm'));
      expect(compose).toContain(`\${${secret}:?`);
    }
  });

  test('every variable given to the program is one it reads', async () => {
    const [compose, unit, config] = await Promise.all([
      read('compose.yaml'),
      read('deploy', 'chat-app.service'),
      read('server', 'src', 'config', 'config.ts'),
    ]);
    const known = new Set([...config.matchAll(/^ {2}([A-Z][A-Z\d_]+):/gm)].map(([, name]) => name));
    const environment = /^x-environment:.*\n((?: {2}.*\n)+)/m.exec(compose)?.[1] ?? '';
    const inCompose = [...environment.matchAll(/^ {2}([A-Z][A-Z\d_]+):/gm)].map(([, name]) => name);
    const inUnit = [...unit.matchAll(/^Environment=(\w+)=/gm)].map(([, name]) => name);
    expect(inCompose.length).toBeGreaterThan(8);
    expect([...inCompose, ...inUnit, 'ROLE'].filter((name) => !known.has(name))).toEqual([]);
  });

  test('every file that compose mounts exists', async () => {
    const compose = await read('compose.yaml');
    const mounted = [...compose.matchAll(/^ +- \.\/(\S+?):/gm)].map(([, file]) => file ?? '');
    expect(mounted).toEqual(['deploy/Caddyfile', 'deploy/coturn.conf']);
    for (const file of mounted) expect([file, await isThere(inRoot(file))]).toEqual([file, true]);
  });

  test.each(['nginx.conf', 'Caddyfile', 'Caddyfile.example'])('%s keeps metrics private', async (name) => {
    expect(await read('deploy', name)).toMatch(
      /metrics\S*\$ \{ return 404|@inner path \/metrics .*\n\thandle @inner \{\n\t\trespond 404/,
    );
  });
});
