/**
 * All fingerprints of certificates in a description, each once. The browser accepts a certificate that matches any of
 * those that apply to its section.
 */
export function fingerprintsOf(sdp = ''): readonly string[] {
  const values = Array.from(sdp.matchAll(/^a=fingerprint:(.*)$/gim), ([, value = '']) => value.trim().toLowerCase());
  return [...new Set(values)].toSorted();
}

export const haveSameFingerprints = (one = '', other = ''): boolean =>
  fingerprintsOf(one).join() === fingerprintsOf(other).join();
