import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { ensureBuilt } from './build.mjs';
import { inRoot } from './repository.mjs';
import { findFreePort } from '../e2e/stand-ins/free-port.ts';
import { afterTest } from '../server/test/after-test.ts';

const read = (...parts: string[]) => readFile(inRoot(...parts), 'utf8');

/** The stages of the Dockerfile, each a list of instructions. */
async function readStages(): Promise<string[][]> {
  const text = (await read('Dockerfile')).replaceAll(/\\\n\s*/g, '').replaceAll(/^#.*\n/gm, '');
  return text.split(/^(?=FROM )/m).map((stage) => stage.split('\n').filter((line) => line !== ''));
}

/** What the instructions of this name say. */
const only = (stage: readonly string[], name: string) =>
  stage.flatMap((line) => (line.startsWith(`${name} `) ? [line.slice(name.length + 1)] : []));

describe('[OPS-42] the image', () => {
  test('runs as an ordinary user, has a health check, and receives the stop signal itself', async () => {
    const final = (await readStages()).at(-1) ?? [];
    expect(only(final, 'USER')).toEqual(['node']);
    expect(final.slice(final.indexOf('USER node')).filter((line) => line.startsWith('RUN'))).toEqual([]);
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
        expect([source, existsSync(inRoot(source))]).toEqual([source, true]);
        const [top] = source.split('/');
        expect(ignored).toMatch(new RegExp(`^!(${source.replaceAll('.', '\\.')}|${top})$`, 'm'));
      }
    }
  });

  test('starts from what is copied into it, with production packages only, and is healthy', async () => {
    await ensureBuilt();
    const final = (await readStages()).at(-1) ?? [];
    const app = await mkdtemp(path.join(tmpdir(), 'chat-app-image-'));
    afterTest(() => rm(app, { recursive: true, force: true }));
    await copyWhatIsCopied(final, app);
    await linkPackages(app);

    const port = String(await findFreePort());
    const pairs = only(final, 'ENV').flatMap((text) => text.split(' '));
    const fixed = Object.fromEntries(pairs.map((pair) => pair.split('='))) as Record<string, string>;
    const env = { ...fixed, PATH: process.env['PATH'] ?? '', PORT: port, DATA_DIR: path.join(app, 'data') };
    const [program = '', ...args] = JSON.parse(only(final, 'CMD')[0] ?? '') as string[];
    const child = spawn(program, args, { cwd: app, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const exited = once(child, 'exit');
    afterTest(async () => {
      child.kill('SIGTERM');
      await exited;
    });
    const output = { text: '' };
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (output.text += String(text)));
    await vi.waitFor(() => expect(output.text).toContain('is running at'));

    const [, check = ''] = /CMD (\[.*\])$/.exec(only(final, 'HEALTHCHECK')[0] ?? '') ?? [];
    const [asker = '', ...words] = JSON.parse(check) as string[];
    const checkHealth = () => once(spawn(asker, words, { env, stdio: 'ignore' }), 'exit');
    expect(await checkHealth()).toEqual([0, null]);
    const page = await fetch(`http://127.0.0.1:${port}/`);
    expect(await page.text()).toContain('<div id="root"');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    expect(await checkHealth()).toEqual([1, null]);
  });
});

async function copyWhatIsCopied(stage: readonly string[], app: string) {
  for (const text of only(stage, 'COPY').filter((line) => line.startsWith('--from=build '))) {
    const [, source = '', target = ''] = text.split(' ');
    const place = target.endsWith('/') ? path.join(target, path.basename(source)) : target;
    await mkdir(path.dirname(path.join(app, place)), { recursive: true });
    await cp(inRoot(source.replace(/^\/app\//, '')), path.join(app, place), { recursive: true });
  }
}

/** The packages that `npm ci --omit=dev` gives the server. A development package would not be found. */
async function linkPackages(app: string) {
  const { dependencies, optionalDependencies } = JSON.parse(await read('server', 'package.json')) as {
    [kind in 'dependencies' | 'optionalDependencies']: Record<string, string>;
  };
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const source = inRoot('node_modules', name);
    if (name.startsWith('@chat-app/') || !existsSync(source)) continue;
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
    expect(mounted.filter((file) => !existsSync(inRoot(file)))).toEqual([]);
  });

  test.each(['nginx.conf', 'Caddyfile', 'Caddyfile.example'])('%s keeps metrics private', async (name) => {
    expect(await read('deploy', name)).toMatch(
      /metrics\S*\$ \{ return 404|@inner path \/metrics .*\n\thandle @inner \{\n\t\trespond 404/,
    );
  });
});
