/** Encodes the microphone's audio into chunks for sending. */
export interface ChunkEncoder {
  /** Turning it off stops recording, but still sends the audio recorded so far. */
  setOn: (isOn: boolean) => void;
  close: () => void;
}

export interface ChunkEncoderOptions {
  readonly context: AudioContext;
  /** The microphone in the audio graph. */
  readonly source: AudioNode;
  /** The same audio as a stream, read for each recording. */
  readonly stream: () => MediaStream;
  readonly onChunk: (dataUrl: string) => void;
}
