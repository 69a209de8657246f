import { fingerprintsOf } from './fingerprints.ts';
import { verificationEmoji } from './verification-emoji.ts';

/** Makes it expensive to look for certificates with the wanted emoji while a call is being set up. */
const iterations = 200_000;
const emojiCount = 4;

/**
 * Four emoji that both ends of a peer connection compute from the certificates of both. Equal emoji mean that both see
 * the same two certificates, so that nobody sits in between. Null if a description does not name exactly one SHA-256
 * fingerprint.
 */
export async function emojiOf(descriptions: readonly (string | undefined)[]): Promise<readonly string[] | null> {
  const fingerprints = descriptions.map((sdp) => fingerprintOf(sdp ?? '')).filter((one) => one !== null);
  if (fingerprints.length < descriptions.length) return null;
  const text = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', text.encode(inOneOrder(fingerprints)), 'PBKDF2', false, [
    'deriveBits',
  ]);
  const salt = text.encode('chat-app call verification');
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    key,
    emojiCount * 8,
  );
  return Array.from(new Uint8Array(bits), (byte) => verificationEmoji[byte] ?? '');
}

/** Both ends list their own certificate first. */
const inOneOrder = (fingerprints: readonly string[]) =>
  fingerprints.toSorted((one, other) => (one < other ? -1 : 1)).join('');

/** Every fingerprint of the description has to be the same one. */
function fingerprintOf(sdp: string): string | null {
  const [only, ...others] = fingerprintsOf(sdp);
  return others.length === 0 && only !== undefined && /^sha-256 [0-9a-f]{2}(?::[0-9a-f]{2}){31}$/.test(only)
    ? only
    : null;
}
