import { createOpusPieces } from './opus-chunk-encoder.ts';
import type { PieceParts, PieceSource } from './chunk-encoder.ts';
import { createRecorderPieces } from './recorder-chunk-encoder.ts';

/** Uses the browser's audio encoder if it works, `MediaRecorder` otherwise. Null if it has neither. */
export async function createPieceSource(parts: PieceParts): Promise<PieceSource | null> {
  let source: PieceSource | null = null;
  let isOn = false;
  let hasFailed = false;
  let isClosed = false;

  function fallBack() {
    if (hasFailed || isClosed) return;
    hasFailed = true;
    source?.close();
    source = createRecorderPieces(parts);
    source?.setOn(isOn);
  }

  const made = await createOpusPieces({ ...parts, onFailed: fallBack }).catch(() => null);
  if (!made) fallBack();
  else if (hasFailed) made.close();
  else source = made;
  if (!source) return null;
  return {
    setOn: (isNowOn) => {
      isOn = isNowOn;
      source?.setOn(isOn);
    },
    close: () => {
      isClosed = true;
      source?.close();
    },
  };
}
