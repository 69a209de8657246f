import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Logger } from '../logger.ts';
import type { DecodeJob, DecoderMessage } from './decoder-protocol.ts';

/** Why a decoder process ended. */
export type EndReason = 'timeout' | 'memory' | 'crash' | 'closed';

/** The process ended instead of answering. */
export class DecoderEnded extends Error {
  override name = 'DecoderEnded';
  constructor(readonly reason: EndReason) {
    super(`The image decoder ended: ${reason}`);
  }
}

/** One run of a decoder process, from start to exit. */
export type DecoderChild = ReturnType<typeof startDecoderChild>;

export function startDecoderChild(logger: Pick<Logger, 'warn'>) {
  const child = forkDecoder();
  let endReason: EndReason | null = null;

  function end(reason: EndReason): void {
    endReason ??= reason;
    child.kill('SIGKILL');
  }

  // Kept for the whole lifetime: an 'error' event without a listener would end the server.
  child.on('error', () => end('crash'));
  child.once('exit', (exitCode, signal) => {
    if (endReason === null) logger.warn({ exitCode, signal }, 'The image decoder crashed');
    endReason ??= 'crash';
  });

  return {
    end,
    hasEnded: () => endReason !== null,
    exited: once(child, 'exit').catch(() => undefined),
    send: (job: DecodeJob) => child.send(job),
    /** The next message. A process that sends none in time is killed; the promise rejects once it has exited. */
    nextMessage: (deadlineMs: number) =>
      new Promise<DecoderMessage>((resolve, reject) => {
        const timer = setTimeout(() => end('timeout'), deadlineMs);
        const settle = (outcome: () => void) => {
          clearTimeout(timer);
          child.off('message', onMessage).off('exit', onExit).off('error', onError);
          outcome();
        };
        const onMessage = (message: unknown) => settle(() => resolve(message as DecoderMessage));
        const onExit = () => settle(() => reject(new DecoderEnded(endReason ?? 'crash')));
        const onError = (error: Error) => settle(() => reject(error));
        child.on('message', onMessage).on('exit', onExit).on('error', onError);
        if (child.exitCode !== null || child.signalCode !== null) onExit();
      }),
    /** Linux only; elsewhere only the limits on time and pixels apply. */
    rssBytes: async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
    },
    /** Only a working child keeps its parent alive. */
    setBusy: (isBusy: boolean) => {
      if (isBusy) child.ref();
      else child.unref();
      if (isBusy) child.channel?.ref();
      else child.channel?.unref();
    },
  };
}

/** The bundle is next to the main program; from sources, the file next to this one runs through tsx. */
function forkDecoder() {
  const bundle = fileURLToPath(new URL('./image-decoder.worker.js', import.meta.url));
  const source = fileURLToPath(new URL('./image-decoder.worker.ts', import.meta.url));
  const isBundled = existsSync(bundle);
  return fork(isBundled ? bundle : source, {
    execArgv: isBundled ? [] : ['--import', tsxLoader()],
    // The child inherits no environment: a compromised decoder finds no secret there.
    env: { VIPS_BLOCK_UNTRUSTED: '1', MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

function tsxLoader(): string {
  return pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
}
