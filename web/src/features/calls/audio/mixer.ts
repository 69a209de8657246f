import type { UserId } from '@chat-app/contract';
import { createPersonVoice } from './remote-audio.ts';
import type { PersonVoice } from './remote-audio.ts';
import { sampleRate } from './playout.ts';

/** Not every browser lets an audio context choose its output device. */
type WithSink = AudioContext & { setSinkId?: (id: string) => Promise<void> };

/** Mixes all remote audio of this window in one audio context, and so on one clock. */
export interface AudioDesk {
  readonly context: AudioContext;
  /** The remote audio of a participant, created on first use. */
  voiceOf: (userId: UserId) => PersonVoice;
  drop: (userId: UserId) => void;
  /** 1 leaves the audio unchanged. A participant who rejoins keeps the volume. */
  setVolume: (userId: UserId, volume: number) => void;
  volumeOf: (userId: UserId) => number;
  /** The current level of each participant. */
  levels: () => ReadonlyMap<UserId, number>;
  setDeaf: (isDeaf: boolean) => void;
  readonly canChooseSpeaker: boolean;
  chooseSpeaker: (deviceId: string) => Promise<void>;
  /** Browsers may block audio until the first click or key press. */
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
