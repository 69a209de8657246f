import type { Logger } from '../logger.ts';
import { type DecoderChild, DecoderEnded, startDecoderChild } from './decoder-child.ts';
import type { DecodeJob, DecoderAnswer } from './decoder-protocol.ts';

/** One decoder process, started when there is work and restarted after it had to be killed. */
export interface DecoderProcess {
  /** One job at a time. */
  run: (job: DecodeJob) => Promise<DecoderAnswer>;
  close: () => Promise<void>;
}

interface DecoderProcessOptions {
  logger: Pick<Logger, 'warn'>;
  timeoutMs: number;
  maxRssBytes: number;
  idleMs: number;
}

const startTimeoutMs = 20_000;
const rssPollMs = 50;

export function createDecoderProcess(options: DecoderProcessOptions): DecoderProcess {
  const { logger, timeoutMs, maxRssBytes, idleMs } = options;
  let current: DecoderChild | null = null;
  let idleTimer: NodeJS.Timeout | undefined;

  async function readyChild(): Promise<DecoderChild> {
    if (current && !current.hasEnded()) return current;
    const child = startDecoderChild(logger);
    current = child;
    try {
      await child.nextMessage(startTimeoutMs);
    } catch (error) {
      if (error instanceof DecoderEnded && error.reason === 'closed') throw error;
      // No image has been read yet, so none is to blame.
      throw new Error('The image decoder did not start', { cause: error });
    }
    return child;
  }

  async function exchange(child: DecoderChild, job: DecodeJob): Promise<DecoderAnswer> {
    const stopWatching = watchRss(child, maxRssBytes);
    child.setBusy(true);
    try {
      child.send(job);
      const answer = await child.nextMessage(timeoutMs);
      if (answer.type === 'ready') throw new Error('The image decoder answered out of turn');
      return answer;
    } finally {
      child.setBusy(false);
      stopWatching();
    }
  }

  return {
    run: async (job) => {
      clearTimeout(idleTimer);
      const child = await readyChild();
      const answer = await exchange(child, job);
      // Memory that was not released would count against the next image.
      await endWhenOver(child, maxRssBytes / 2);
      idleTimer = setTimeout(() => child.end('closed'), idleMs).unref();
      return answer;
    },
    close: async () => {
      clearTimeout(idleTimer);
      // An idle child would not keep us alive until it has exited.
      current?.setBusy(true);
      current?.end('closed');
      await current?.exited;
    },
  };
}

function watchRss(child: DecoderChild, maxRssBytes: number): () => void {
  const timer = setInterval(() => {
    void endWhenOver(child, maxRssBytes);
  }, rssPollMs);
  return () => clearInterval(timer);
}

async function endWhenOver(child: DecoderChild, rssBytes: number): Promise<void> {
  if ((await child.rssBytes()) > rssBytes) child.end('memory');
}
