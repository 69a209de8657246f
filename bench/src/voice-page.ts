declare global {
  interface Window {
    /** When the newest click began to play, on the machine's clock, and when the browser said that it plays. */
    playback?: { clickedAtMs: number; playingAtMs: number };
  }
}

/**
 * A fake microphone in a quiet room: made-up syllables of changing pitch, loudness and vowel with hissing between them,
 * of which no part repeats. Runs in the page.
 */
export function fakeSpeech(): void {
  const sampleRate = 48_000;
  const vowels = [
    [730, 1_090, 2_440],
    [270, 2_290, 3_010],
    [300, 870, 2_240],
    [530, 1_840, 2_480],
    [570, 840, 2_410],
  ];
  let seed = 1;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const between = (least: number, most: number) => least + random() * (most - least);
  /** A filter that rings at a frequency. */
  const resonance = (hertz: number) => {
    const radius = Math.exp((-Math.PI * 90) / sampleRate);
    const turn = 2 * radius * Math.cos((2 * Math.PI * hertz) / sampleRate);
    let [last, beforeLast] = [0, 0];
    return (input: number) => {
      const output = input * (1 - radius) + turn * last - radius * radius * beforeLast;
      [beforeLast, last] = [last, output];
      return output;
    };
  };
  const speak = (samples: Float32Array) => {
    for (let from = 0; from < samples.length;) {
      const length = Math.round(between(0.12, 0.35) * sampleRate);
      const isPause = random() < 0.15;
      const volume = isPause ? 0 : between(0.4, 1);
      const filters = (vowels[Math.floor(random() * vowels.length)] ?? []).map((hertz) => resonance(hertz));
      const [pitch, glide] = [between(90, 220), between(-30, 30)];
      let phase = 0;
      for (let index = 0; index < length && from + index < samples.length; index += 1) {
        const share = index / length;
        phase += (pitch + glide * share) / sampleRate;
        const isPulse = phase >= 1;
        if (isPulse) phase -= 1;
        const source = share < 0.2 ? between(-0.3, 0.3) : Number(isPulse) * 20;
        const voice = filters.reduce((sum, filter) => sum + filter(source), 0);
        samples[from + index] = volume * Math.sin(Math.PI * share) * voice + between(-0.002, 0.002);
      }
      from += length;
    }
    const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    samples.forEach((sample, index) => {
      samples[index] = (sample / loudest) * 0.7;
    });
  };
  navigator.mediaDevices.getUserMedia = async () => {
    const context = new AudioContext({ sampleRate });
    const buffer = context.createBuffer(1, 90 * sampleRate, sampleRate);
    speak(buffer.getChannelData(0));
    const source = context.createBufferSource();
    source.buffer = buffer;
    const output = context.createMediaStreamDestination();
    source.connect(output);
    source.start();
    return output.stream;
  };
}

/** Leads the player of the page through an audio graph that can be tapped, and notes when it plays. Runs in the page. */
export function watchPlayer(): void {
  const playback = { clickedAtMs: 0, playingAtMs: 0 };
  window.playback = playback;
  const onClock = (event: Event) => performance.timeOrigin + event.timeStamp;
  addEventListener('click', (event) => Object.assign(playback, { clickedAtMs: onClock(event), playingAtMs: 0 }), true);
  window.Audio = new Proxy(window.Audio, {
    construct(OwnAudio, given: [string?]) {
      const audio = new OwnAudio(...given);
      const context = new AudioContext({ sampleRate: 48_000 });
      const volume = context.createGain();
      context.createMediaElementSource(audio).connect(volume).connect(context.destination);
      audio.addEventListener('playing', (event) => {
        playback.playingAtMs = onClock(event);
      });
      return audio;
    },
  });
}

/** Sends the newest voice message of the chat again, so many times, as files of their own. Runs in the page. */
export async function repeatVoiceMessage({ chatId, times }: { chatId: string; times: number }): Promise<void> {
  const list = await fetch(`/api/messages/media/${chatId}?kind=voice&limit=1`);
  const { data } = (await list.json()) as { data: { url: string; durationMs: number; waveform: number[] }[] };
  const [voice] = data;
  if (!voice) throw new Error('there is no voice message');
  const sound = await (await fetch(voice.url)).blob();
  for (let time = 0; time < times; time += 1) {
    const form = new FormData();
    const fields = { chatId, kind: 'voice', durationMs: String(voice.durationMs), waveform: voice.waveform.join(',') };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', sound, 'voice-message.webm');
    const headers = { 'X-XSRF-TOKEN': 'x' };
    const { ok } = await fetch('/api/messages/sendFile', { method: 'POST', body: form, headers });
    if (!ok) throw new Error('the voice message could not be repeated');
  }
}

/** The samples of the newest voice message of the chat, decoded at once and not by the player. Runs in the page. */
export async function decodeVoiceMessage(chatId: string) {
  const list = await fetch(`/api/messages/media/${chatId}?kind=voice&limit=1`);
  const { data } = (await list.json()) as { data: { url: string; durationMs: number; size: number }[] };
  const [voice] = data;
  if (!voice) throw new Error('there is no voice message');
  const file = await (await fetch(voice.url)).arrayBuffer();
  const sound = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(file);
  const samples = Int16Array.from(sound.getChannelData(0), (sample) => sample * 32_767);
  const bytes = new Uint8Array(samples.buffer);
  let text = '';
  for (let from = 0; from < bytes.length; from += 32_768)
    text += String.fromCharCode(...bytes.subarray(from, from + 32_768));
  return { bytes: voice.size, durationMs: voice.durationMs, samples: btoa(text) };
}
