import type { QueryClient } from '@tanstack/react-query';
import { followCallStart } from '../state/call-start.ts';
import { useRinging } from '../state/ringing.ts';
import { endPlayback, useVoicePlayback } from '../state/voice-playback.ts';
import type { VoiceTrack } from '../state/voice-playback.ts';
import { openTabChannel } from '../tabs/tab-channel.ts';
import { realDurationMs } from './real-duration.ts';
import { showOnLockScreen } from './lock-screen.ts';
import { followDeletion, voiceAfter } from './next-voice.ts';
import { markPlayed } from './played.ts';
import { useSpeed } from './speed.ts';

/** Outside of the page, so that it plays on while the list is scrolled and chats are switched. */
const audio = new Audio();
audio.preload = 'auto';

/** More often than the browser's own event, so that the waveform fills smoothly. */
const stepMs = 50;
let stepping: ReturnType<typeof setInterval> | undefined;
let stopWatching = () => {};
let continuing: QueryClient | null = null;

const state = () => useVoicePlayback.getState();
const change = (next: Partial<ReturnType<typeof state>>) => useVoicePlayback.setState(next);

const tabs = openTabChannel<'playing'>('chat-app.voice', () => pauseVoice());

interface PlayOptions {
  /** Where to begin; where it was left by default. */
  readonly fromMs?: number;
  /** Continues with the next voice message of the chat, as loaded here. */
  readonly client?: QueryClient;
}

/** Plays a track. What played before stops. */
export function playVoice(track: VoiceTrack, { fromMs, client }: PlayOptions = {}): void {
  const isSame = state().track?.key === track.key && state().phase !== 'failed';
  if (!isSame) load(track, client ?? null);
  if (fromMs !== undefined) seekVoice(fromMs);
  audio.playbackRate = useSpeed.getState().speed;
  tabs.post('playing');
  audio.play().catch((error: unknown) => {
    // A newer `load` or `pause` aborts the previous `play`.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    if (state().track?.key === track.key) change({ phase: audio.error ? 'failed' : 'paused' });
  });
}

/** Moves to a position of a track that may not be the current one, without playing it. */
export function cueVoice(track: VoiceTrack, atMs: number, client: QueryClient | null): void {
  if (state().track?.key !== track.key) {
    load(track, client);
    change({ phase: 'paused' });
  }
  seekVoice(atMs);
}

const prefetched = new Set<string>();

/** Loads a sound that is probably played next, so that it begins at once. */
export function prefetchVoice({ src }: VoiceTrack): void {
  if (prefetched.has(src) || src.startsWith('blob:')) return;
  prefetched.add(src);
  void fetch(src).catch(() => prefetched.delete(src));
}

export function pauseVoice(): void {
  audio.pause();
}

export function seekVoice(toMs: number): void {
  const { durationMs } = state();
  const positionMs = Math.max(0, Math.min(toMs, durationMs));
  change({ positionMs });
  // A browser refuses to seek before it knows the sound, which `loadedmetadata` makes up for.
  if (audio.readyState > 0) audio.currentTime = positionMs / 1000;
}

/** Stops, and forgets what was played. */
export function closeVoice(): void {
  endPlayback(() => true);
}

function unload() {
  stopWatching();
  audio.pause();
  audio.removeAttribute('src');
  audio.load();
  showOnLockScreen(null, controls);
}

function load(track: VoiceTrack, client: QueryClient | null) {
  stopWatching();
  // What played before ends without the event `pause`.
  clearInterval(stepping);
  continuing = client;
  change({ track, phase: 'loading', positionMs: 0, durationMs: track.durationMs });
  audio.src = track.src;
  const { message } = track;
  showOnLockScreen(message, controls);
  if (!message || !client) return;
  // A message that is deleted falls silent.
  stopWatching = followDeletion(client, message, closeVoice);
}

const controls = {
  play: () => {
    const { track } = state();
    if (track) playVoice(track, continuing ? { client: continuing } : {});
  },
  pause: pauseVoice,
  seekBy: (ms: number) => seekVoice(state().positionMs + ms),
  seekTo: seekVoice,
  stop: closeVoice,
};

function showPosition() {
  const { track } = state();
  if (track && audio.readyState > 0) change({ positionMs: audio.currentTime * 1000 });
}

function showDuration() {
  const durationMs = realDurationMs(audio);
  if (durationMs !== null) change({ durationMs });
}

audio.addEventListener('loadedmetadata', () => {
  showDuration();
  const { positionMs, durationMs } = state();
  if (positionMs > 0) audio.currentTime = Math.min(positionMs, durationMs) / 1000;
});
audio.addEventListener('durationchange', showDuration);
audio.addEventListener('playing', () => {
  const { track } = state();
  if (track?.message) markPlayed(track.message._id);
  change({ phase: 'playing' });
  clearInterval(stepping);
  stepping = setInterval(showPosition, stepMs);
});
audio.addEventListener('pause', () => {
  clearInterval(stepping);
  if (state().track && state().phase !== 'failed') change({ phase: 'paused' });
});
audio.addEventListener('seeked', showPosition);
audio.addEventListener('error', () => {
  if (state().track && audio.hasAttribute('src')) change({ phase: 'failed' });
});
audio.addEventListener('ended', () => {
  const { track } = state();
  const next = track?.message && continuing ? voiceAfter(continuing, track.message) : null;
  if (next && continuing) return playVoice(next, { client: continuing });
  // A recording that is listened to before it is sent keeps its place on the page.
  if (track?.message) closeVoice();
  else change({ phase: 'paused', positionMs: 0 });
  return undefined;
});

useSpeed.subscribe(({ speed }) => {
  audio.playbackRate = speed;
});
// The call is to be heard.
useRinging.subscribe(({ calls }) => {
  if (calls.length > 0) pauseVoice();
});
followCallStart(pauseVoice);
useVoicePlayback.subscribe(({ track }, before) => {
  if (!track && before.track) unload();
});
