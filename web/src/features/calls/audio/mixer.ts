import { limits } from '@chat-app/contract';
import type { UserId } from '@chat-app/contract';
import { createRemoteAudio } from './remote-audio.ts';
import type { RemoteAudio } from './remote-audio.ts';
import { sampleRate } from './playout.ts';

/** Not every browser lets an audio context choose its output device. */
type WithSink = AudioContext & { setSinkId?: (id: string) => Promise<void> };

/** Mixes all remote audio of this window in one audio context, and so on one clock. */
export interface Mixer {
  readonly context: AudioContext;
  /** The remote audio of a participant, created on first use. */
  remoteAudioOf: (userId: UserId) => RemoteAudio;
  removeParticipant: (userId: UserId) => void;
  /** 1 leaves the audio unchanged. A participant who rejoins keeps the volume. */
  setVolume: (userId: UserId, volume: number) => void;
  volumeOf: (userId: UserId) => number;
  /** The current level of each participant. */
  levels: () => ReadonlyMap<UserId, number>;
  setMuted: (isMuted: boolean) => void;
  readonly canChooseSpeaker: boolean;
  chooseSpeaker: (deviceId: string) => Promise<void>;
  /** Browsers may block audio until the first click or key press. */
  resume: () => void;
  close: () => void;
}

export function createMixer({ onBlocked }: { onBlocked: (isBlocked: boolean) => void }): Mixer {
  const context: WithSink = new AudioContext({ sampleRate, latencyHint: 'interactive' });
  const master = context.createGain();
  const remoteAudioByUser = new Map<UserId, RemoteAudio>();
  const volumes = new Map<UserId, number>();
  const volumeOf = (userId: UserId) => volumes.get(userId) ?? 1;
  master.connect(context.destination);

  const reportBlocked = () => onBlocked(context.state !== 'running' && context.state !== 'closed');
  context.addEventListener('statechange', reportBlocked);
  const resume = () => void context.resume().then(reportBlocked, reportBlocked);
  const blockedTimer = setTimeout(reportBlocked, 1_000);
  resume();
  document.addEventListener('pointerdown', resume);
  document.addEventListener('keydown', resume);

  function remoteAudioOf(userId: UserId): RemoteAudio {
    const known = remoteAudioByUser.get(userId);
    if (known) return known;
    const remoteAudio = createRemoteAudio(context, master);
    remoteAudio.setVolume(volumeOf(userId));
    remoteAudioByUser.set(userId, remoteAudio);
    return remoteAudio;
  }

  return {
    context,
    remoteAudioOf,
    setVolume: (userId, volume) => {
      volumes.set(userId, volume);
      remoteAudioByUser.get(userId)?.setVolume(volume);
    },
    volumeOf,
    removeParticipant: (userId) => {
      remoteAudioByUser.get(userId)?.close();
      remoteAudioByUser.delete(userId);
    },
    levels: () => new Map(Array.from(remoteAudioByUser, ([userId, remoteAudio]) => [userId, remoteAudio.level()])),
    setMuted: (isMuted) => master.gain.setTargetAtTime(isMuted ? 0 : 1, context.currentTime, 0.01),
    canChooseSpeaker: context.setSinkId !== undefined,
    chooseSpeaker: async (deviceId) => context.setSinkId?.(deviceId),
    resume,
    close: () => {
      clearTimeout(blockedTimer);
      document.removeEventListener('pointerdown', resume);
      document.removeEventListener('keydown', resume);
      context.removeEventListener('statechange', reportBlocked);
      remoteAudioByUser.forEach((remoteAudio) => remoteAudio.close());
      void context.close().catch(() => {});
    },
  };
}

/** Above the noise level of a quiet room. */
const audibleLevel = 0.01;

/** Returns who is speaking. A participant counts as speaking until shortly after the last sound. */
export function createSpeakingDetector() {
  const heardAtMs = new Map<UserId, number>();
  return (levels: ReadonlyMap<UserId, number>, nowMs: number): UserId[] => {
    for (const [userId, level] of levels) if (level >= audibleLevel) heardAtMs.set(userId, nowMs);
    return [...levels.keys()].filter((userId) => nowMs - (heardAtMs.get(userId) ?? -Infinity) < limits.speakingRingMs);
  };
}
