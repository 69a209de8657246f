export interface SoundRecording {
  /** Reports nothing any more. */
  cancel: () => void;
}

interface SoundRecordingOptions {
  readonly durationMs: number;
  readonly onRecorded: (sound: Blob) => void;
  readonly onFailed: () => void;
}

/** Records a stream that arrives over a peer connection. */
export function recordSound(stream: MediaStream, options: SoundRecordingOptions): SoundRecording {
  const { durationMs, onRecorded, onFailed } = options;
  const parts: Blob[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isCancelled = false;
  // Chromium decodes a remote track only while an element plays it.
  const player = new Audio();
  player.muted = true;
  player.srcObject = stream;
  void player.play().catch(() => {});

  const recorder = openRecorder(stream);
  function release() {
    clearTimeout(timer);
    player.srcObject = null;
  }
  recorder?.addEventListener('dataavailable', ({ data }) => parts.push(data));
  recorder?.addEventListener('stop', () => {
    release();
    if (!isCancelled) onRecorded(new Blob(parts, { type: recorder.mimeType }));
  });
  if (recorder) {
    recorder.start();
    timer = setTimeout(() => recorder.stop(), durationMs);
  } else {
    // The caller first learns that it has begun.
    timer = setTimeout(onFailed);
  }
  return {
    cancel: () => {
      isCancelled = true;
      release();
      if (recorder && recorder.state !== 'inactive') recorder.stop();
    },
  };
}

/** Null if this browser cannot record. */
function openRecorder(stream: MediaStream): MediaRecorder | null {
  try {
    return new MediaRecorder(stream);
  } catch {
    return null;
  }
}
