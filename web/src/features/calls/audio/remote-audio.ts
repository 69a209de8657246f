import { fromDataUrl } from './data-url.ts';
import { findOverlap } from './overlap.ts';
import { isDataUrlTooLong, isChunkTooLarge } from './chunk-limits.ts';
import { newPlayout, scheduleChunk, sampleRate } from './playout.ts';
import type { ScheduledChunk } from './playout.ts';

/** Long enough to avoid a click, too short to be noticed. */
const fadeSeconds = 0.005;
/** How much of a recording may repeat the previous one. Recorders do not start and stop at exact times. */
const overlapRange = { least: 0.01 * sampleRate, most: 0.2 * sampleRate };

/** The audio of one remote participant, whether it arrives directly or through the server. */
export interface RemoteAudio {
  playChunk: (dataUrl: string) => void;
  /** The track of the direct connection; null if there is none. */
  setTrack: (track: MediaStreamTrack | null) => void;
  /** The sound of the shared screen. It does not count as speaking. */
  setScreenSound: (track: MediaStreamTrack | null) => void;
  /** Drops chunks that are not played yet, because the direct connection now delivers the same audio sooner. */
  flush: () => void;
  /** 1 leaves the audio unchanged. */
  setVolume: (volume: number) => void;
  /** The current level before the volume is applied, between 0 and 1. */
  level: () => number;
  close: () => void;
}

export function createRemoteAudio(context: AudioContext, output: AudioNode): RemoteAudio {
  const volume = context.createGain();
  const meter = context.createAnalyser();
  const chunks = createChunkPlayer(context);
  const samples = new Float32Array((meter.fftSize = 1024));
  volume.connect(output);
  meter.connect(volume);
  chunks.output.connect(meter);
  let direct: ReturnType<typeof openTrack> | null = null;
  let screenSound: ReturnType<typeof openTrack> | null = null;

  return {
    playChunk: chunks.play,
    flush: chunks.flush,
    setTrack: (track) => {
      direct?.close();
      direct = track && openTrack(context, track, meter);
    },
    setScreenSound: (track) => {
      screenSound?.close();
      screenSound = track && openTrack(context, track, volume);
    },
    setVolume: (value) => volume.gain.setTargetAtTime(value, context.currentTime, 0.01),
    level: () => {
      meter.getFloatTimeDomainData(samples);
      return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
    },
    close: () => {
      chunks.flush();
      direct?.close();
      screenSound?.close();
      for (const node of [chunks.output, meter, volume]) node.disconnect();
    },
  };
}

function openTrack(context: AudioContext, track: MediaStreamTrack, output: AudioNode) {
  const stream = new MediaStream([track]);
  // Chromium runs a remote track only while an element plays it. The audible output comes from the audio graph.
  const element = new Audio();
  element.muted = true;
  element.srcObject = stream;
  void element.play().catch(() => {});
  const source = context.createMediaStreamSource(stream);
  source.connect(output);
  return {
    close: () => {
      source.disconnect();
      element.srcObject = null;
    },
  };
}

/** Fades in after a gap and out at the end to avoid clicks. Consecutive chunks join without a fade. */
function applyFades(gain: AudioParam, { startAt, isAfterGap, playout }: ScheduledChunk) {
  const endsAt = playout.endsAt ?? startAt;
  if (isAfterGap) {
    gain.cancelScheduledValues(0);
    gain.setValueAtTime(0, startAt);
    gain.linearRampToValueAtTime(1, startAt + fadeSeconds);
  } else {
    // Cancel the fade-out of the previous chunk: this one follows it directly.
    gain.cancelScheduledValues(startAt - 2 * fadeSeconds);
  }
  gain.setValueAtTime(1, endsAt - fadeSeconds);
  gain.linearRampToValueAtTime(0, endsAt);
}

function createChunkPlayer(context: AudioContext) {
  const output = context.createGain();
  const playing = new Set<AudioBufferSourceNode>();
  let playout = newPlayout;
  let tail: Float32Array | null = null;
  let generation = 0;
  // Decoding is asynchronous; chain the chunks so that they play in the order of arrival.
  let queue: Promise<void> = Promise.resolve();

  function play(buffer: AudioBuffer, skipSeconds: number) {
    const scheduled = scheduleChunk(playout, buffer.duration - skipSeconds, context.currentTime);
    if (scheduled === null) return;
    const { startAt, rate } = scheduled;
    applyFades(output.gain, scheduled);
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.playbackRate.value = rate;
    source.connect(output);
    source.addEventListener('ended', () => playing.delete(source));
    source.start(startAt, skipSeconds);
    playing.add(source);
    playout = scheduled.playout;
  }

  async function decode(dataUrl: string, ownGeneration: number) {
    const chunk = isDataUrlTooLong(dataUrl) ? null : fromDataUrl(dataUrl);
    if (!chunk || isChunkTooLarge(chunk.bytes)) return;
    const buffer = await context.decodeAudioData(chunk.bytes.buffer);
    if (ownGeneration !== generation) return;
    // Ogg chunks come from our own encoder and join exactly.
    const isExact = chunk.type === 'audio/ogg';
    const isFollowing = (playout.endsAt ?? 0) > context.currentTime;
    const samples = buffer.getChannelData(0);
    const overlap = !isExact && isFollowing && tail ? findOverlap(tail, samples, overlapRange) : 0;
    tail = isExact ? null : samples.slice(-overlapRange.most);
    play(buffer, overlap / sampleRate);
  }

  return {
    output,
    play: (dataUrl: string) => {
      const ownGeneration = generation;
      // A chunk that cannot be decoded is treated as lost.
      queue = queue.then(() => decode(dataUrl, ownGeneration)).catch(() => {});
    },
    flush: () => {
      generation += 1;
      playout = { ...newPlayout, lead: playout.lead };
      tail = null;
      const endsAt = context.currentTime + fadeSeconds;
      output.gain.cancelScheduledValues(0);
      output.gain.setTargetAtTime(0, context.currentTime, fadeSeconds / 3);
      playing.forEach((source) => source.stop(endsAt + fadeSeconds));
    },
  };
}
