import type { ShownMedia } from '@chat-app/contract';
import type { Answer } from '../../../lib/emit-with-ack.ts';

type Refusal = Extract<Answer<'callMedia'>, { ok: false }>;

interface MediaAnnouncementOptions {
  readonly send: (media: ShownMedia) => Promise<Answer<'callMedia'>>;
  readonly onAccepted: () => void;
  /** Too many cameras are on. */
  readonly onCameraRefused: (message: string) => void;
  /** Any other final refusal, or no attempt was successful. */
  readonly onFailed: () => void;
}

const retryAfterMs = [1_000, 2_000, 4_000];
/** Transient errors: the next attempt may succeed. */
const transientCodes: readonly Refusal['code'][] = ['internal', 'rate_limited', 'unavailable', 'unanswered'];

/** Sends the server what this participant shows. Only the answer to the latest announcement counts. */
export function createMediaAnnouncement({ send, onAccepted, onCameraRefused, onFailed }: MediaAnnouncementOptions) {
  let generation = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function stop() {
    clearTimeout(timer);
    generation += 1;
  }

  async function attempt(media: ShownMedia, failedCount: number): Promise<void> {
    const ownGeneration = generation;
    const answer = await send(media);
    if (ownGeneration !== generation) return undefined;
    if (answer.ok) return onAccepted();
    if (answer.code === 'limit_reached' && media.isCameraOn) return onCameraRefused(answer.message);
    const waitMs = retryAfterMs[failedCount];
    if (waitMs === undefined || !transientCodes.includes(answer.code)) return onFailed();
    timer = setTimeout(() => void attempt(media, failedCount + 1), waitMs);
    return undefined;
  }

  return {
    announce: (media: ShownMedia) => {
      stop();
      void attempt(media, 0);
    },
    /** Without a connection to the server; it is announced again after the next join. */
    stop,
  };
}
