/** Encodes the microphone's audio into chunks for sending. */
export interface PieceSource {
  /** Turning it off stops recording, but still sends the audio recorded so far. */
  setOn: (isOn: boolean) => void;
  close: () => void;
}

export interface PieceParts {
  readonly context: AudioContext;
  readonly stream: MediaStream;
  readonly onPiece: (dataUrl: string) => void;
}
