import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The keys of a browser's push subscription: its public key, and a secret unknown to its push service. */
export interface DeviceKeys {
  /** Base64url, like `auth`. */
  readonly p256dh: string;
  readonly auth: string;
}

const curve = 'prime256v1';
/** One record holds everything: no push service accepts more than 4096 bytes. */
const recordBytes = 4096;
/** Delimiter after the last byte of the only record (RFC 8188). */
const lastRecord = Buffer.from([2]);

/** Whether these keys are usable: the right lengths, and a point on the curve. */
export function areDeviceKeys({ p256dh, auth }: DeviceKeys): boolean {
  try {
    newPair().computeSecret(p256dh, 'base64url');
    return Buffer.from(p256dh, 'base64url').length === 65 && Buffer.from(auth, 'base64url').length === 16;
  } catch {
    return false;
  }
}

/** Encrypts a payload so that only the browser can read it, as specified in RFC 8291 (`aes128gcm`). */
export function encryptPayload(
  payload: Uint8Array,
  { p256dh, auth }: DeviceKeys,
  { salt = randomBytes(16), pair = newPair() }: { salt?: Buffer; pair?: ECDH } = {},
): Buffer {
  const theirs = Buffer.from(p256dh, 'base64url');
  const ours = pair.getPublicKey();
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const secret = derive(pair.computeSecret(theirs), Buffer.from(auth, 'base64url'), keyInfo, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);

  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const encrypted = [cipher.update(payload), cipher.update(lastRecord), cipher.final(), cipher.getAuthTag()];
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordBytes);
  return Buffer.concat([salt, size, Buffer.from([ours.length]), ours, ...encrypted]);
}

/** A new key pair for each message: one leaked key reveals nothing about the other messages. */
function newPair(): ECDH {
  const pair = createECDH(curve);
  pair.generateKeys();
  return pair;
}

function derive(key: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, length));
}
