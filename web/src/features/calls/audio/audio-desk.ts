import type { UserId } from '@chat-app/contract';
import { createPersonVoice } from './person-voice.ts';
import type { PersonVoice } from './person-voice.ts';
import { sampleRate } from './playout.ts';

/** Browsers that let a context choose its loudspeaker. */
type WithSink = AudioContext & { setSinkId?: (id: string) => Promise<void> };

/** Everything that is heard in this window, mixed on one clock. */
export interface AudioDesk {
  readonly context: AudioContext;
  /** The voice of somebody; made when it is first asked for. */
  voiceOf: (userId: UserId) => PersonVoice;
  drop: (userId: UserId) => void;
  /** 1 is as it was said. Whoever goes and comes back is as loud as before. */
  setVolume: (userId: UserId, volume: number) => void;
  volumeOf: (userId: UserId) => number;
  /** How loud each person is at this moment. */
  levels: () => ReadonlyMap<UserId, number>;
  setDeaf: (isDeaf: boolean) => void;
  readonly canChooseSpeaker: boolean;
  chooseSpeaker: (deviceId: string) => Promise<void>;
  /** Only after a click or a key is a page sure to be allowed to make sound. */
  resume: () => void;
  close: () => void;
}

export function createAudioDesk({ onBlocked }: { onBlocked: (isBlocked: boolean) => void }): AudioDesk {
  const context: WithSink = new AudioContext({ sampleRate, latencyHint: 'interactive' });
  const master = context.createGain();
  const voices = new Map<UserId, PersonVoice>();
  const volumes = new Map<UserId, number>();
  const volumeOf = (userId: UserId) => volumes.get(userId) ?? 1;
  master.connect(context.destination);

  const tell = () => onBlocked(context.state !== 'running' && context.state !== 'closed');
  context.addEventListener('statechange', tell);
  const resume = () => void context.resume().then(tell, tell);
  const patience = setTimeout(tell, 1_000);
  resume();
  document.addEventListener('pointerdown', resume);
  document.addEventListener('keydown', resume);

  function voiceOf(userId: UserId): PersonVoice {
    const known = voices.get(userId);
    if (known) return known;
    const voice = createPersonVoice(context, master);
    voice.setVolume(volumeOf(userId));
    voices.set(userId, voice);
    return voice;
  }

  return {
    context,
    voiceOf,
    setVolume: (userId, volume) => {
      volumes.set(userId, volume);
      voices.get(userId)?.setVolume(volume);
    },
    volumeOf,
    drop: (userId) => {
      voices.get(userId)?.close();
      voices.delete(userId);
    },
    levels: () => new Map(Array.from(voices, ([userId, voice]) => [userId, voice.level()])),
    setDeaf: (isDeaf) => master.gain.setTargetAtTime(isDeaf ? 0 : 1, context.currentTime, 0.01),
    canChooseSpeaker: context.setSinkId !== undefined,
    chooseSpeaker: async (deviceId) => context.setSinkId?.(deviceId),
    resume,
    close: () => {
      clearTimeout(patience);
      document.removeEventListener('pointerdown', resume);
      document.removeEventListener('keydown', resume);
      context.removeEventListener('statechange', tell);
      voices.forEach((voice) => voice.close());
      void context.close().catch(() => {});
    },
  };
}
