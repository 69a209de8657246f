import { createOpusPieces } from './opus-pieces.ts';
import type { PieceParts, PieceSource } from './piece-port.ts';
import { createRecorderPieces } from './recorder-pieces.ts';

/** The encoder of the browser where it has one, its recorders elsewhere. Null: it has neither. */
export async function createPieceSource(parts: PieceParts): Promise<PieceSource | null> {
  return (await createOpusPieces(parts).catch(() => null)) ?? createRecorderPieces(parts);
}
