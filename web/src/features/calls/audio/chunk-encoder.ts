/** Encodes the microphone's audio into chunks for sending. */
export interface ChunkEncoder {
  /** Turning it off stops recording, but still sends the audio recorded so far. */
  setOn: (isOn: boolean) => void;
  close: () => void;
}

export interface ChunkEncoderOptions {
  readonly context: AudioContext;
  readonly stream: MediaStream;
  readonly onChunk: (dataUrl: string) => void;
}
