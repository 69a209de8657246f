/**
 * Does what needs the screen laid out when that is about to be done anyway; done while things are still being drawn, it
 * would be laid out once more. Returns how to call it off.
 */
export function inNextFrame(work: () => void): () => void {
  const frame = requestAnimationFrame(work);
  return () => cancelAnimationFrame(frame);
}
