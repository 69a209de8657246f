/** Turns what the microphone hears into pieces that can be sent. */
export interface PieceSource {
  /** While off nothing is recorded; what was said until then still goes out. */
  setOn: (isOn: boolean) => void;
  close: () => void;
}

export interface PieceParts {
  readonly context: AudioContext;
  readonly stream: MediaStream;
  readonly onPiece: (dataUrl: string) => void;
}
