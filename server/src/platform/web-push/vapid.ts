import { createECDH, createPrivateKey, sign } from 'node:crypto';

/** Identifies this server to push services. */
export interface Vapid {
  /** Uncompressed, base64url: browsers bind a subscription to it. */
  readonly publicKey: string;
  /** The Authorization header for one push service (RFC 8292). */
  authorize: (origin: string) => string;
}

const curve = 'prime256v1';
/** Push services accept at most a day. */
const lifetimeSeconds = 12 * 60 * 60;

/** 32 bytes, base64url. */
export function newVapidKey(): string {
  const pair = createECDH(curve);
  pair.generateKeys();
  // Leading zeros are omitted, and a key that is too short would be refused.
  return Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url');
}

export function createVapid({ privateKey, subject }: { privateKey: string; subject: string }): Vapid {
  const pair = createECDH(curve);
  pair.setPrivateKey(privateKey, 'base64url');
  const point = pair.getPublicKey();
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', d: privateKey, x, y }, format: 'jwk' });
  const publicKey = point.toString('base64url');
  const header = encoded({ typ: 'JWT', alg: 'ES256' });
  return {
    publicKey,
    authorize: (origin) => {
      const exp = Math.floor(Date.now() / 1000) + lifetimeSeconds;
      const claims = `${header}.${encoded({ aud: origin, exp, sub: subject })}`;
      const signature = sign('sha256', Buffer.from(claims), { key, dsaEncoding: 'ieee-p1363' });
      return `vapid t=${claims}.${signature.toString('base64url')}, k=${publicKey}`;
    },
  };
}

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
