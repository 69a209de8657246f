import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../stand-ins/free-port.ts';

const configuration = new URL('../../deploy/coturn.conf', import.meta.url);
const secret = 'test-secret';

/** Starts coturn with the recommended configuration, adapted to loopback. */
export async function startCoturn() {
  const program = process.env['TURNSERVER_PATH'] || '/usr/bin/turnserver';
  await access(program).catch(() => {
    throw new Error(
      'This test needs coturn: install it (on Debian: apt-get install coturn), or name its turnserver in TURNSERVER_PATH.',
    );
  });
  const folder = await mkdtemp(join(tmpdir(), 'chat-app-coturn-'));
  const port = await findFreePort();
  const file = join(folder, 'turnserver.conf');

  async function start({ mayReachLoopback }: { mayReachLoopback: boolean }) {
    await writeFile(file, adaptToLoopback(await readFile(configuration, 'utf8'), { port, folder, mayReachLoopback }));
    const child = spawn(program, ['-c', file], { stdio: 'ignore' });
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`coturn ended with ${code}`);
    });
    await Promise.race([waitForResponse(port), ended]);
    ended.catch(() => {});
    return child;
  }

  let child = await start({ mayReachLoopback: true });
  async function kill() {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  return {
    url: `turn:127.0.0.1:${port}?transport=udp`,
    secret,
    kill,
    restart: async (options = { mayReachLoopback: true }) => {
      child = await start(options);
    },
    stop: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface LoopbackOptions {
  port: number;
  folder: string;
  mayReachLoopback: boolean;
}

function adaptToLoopback(text: string, { port, folder, mayReachLoopback }: LoopbackOptions): string {
  const kept = text
    .replace(/^static-auth-secret=.*$/m, `static-auth-secret=${secret}`)
    .replace(/^listening-port=.*$/m, `listening-port=${port}`)
    // Both browsers run on this machine, so their addresses are those that the configuration denies.
    .replace(/^denied-peer-ip=127\..*$/m, (line) => (mayReachLoopback ? '' : line));
  const added = [
    'listening-ip=127.0.0.1',
    'relay-ip=127.0.0.1',
    'no-tls',
    'no-dtls',
    'no-stdout-log',
    `log-file=${join(folder, 'log')}`,
    'simple-log',
    `pidfile=${join(folder, 'pid')}`,
    `userdb=${join(folder, 'turndb')}`,
    ...(mayReachLoopback ? ['allow-loopback-peers'] : []),
  ];
  return `${kept}\n${added.join('\n')}\n`;
}

/** Sends STUN binding requests, as browsers do, until there is a response. */
async function waitForResponse(port: number): Promise<void> {
  const socket = createSocket('udp4');
  const request = Buffer.concat([Buffer.from('000100002112a442', 'hex'), randomBytes(12)]);
  const timer = setInterval(() => socket.send(request, port, '127.0.0.1'), 100);
  try {
    await once(socket, 'message');
  } finally {
    clearInterval(timer);
    socket.close();
  }
}
