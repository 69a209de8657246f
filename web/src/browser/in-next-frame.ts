/**
 * Runs work that reads the layout shortly before the browser computes it anyway. During rendering it would force an
 * extra layout. Returns a function that cancels it.
 */
export function inNextFrame(work: () => void): () => void {
  const frame = requestAnimationFrame(work);
  return () => cancelAnimationFrame(frame);
}
