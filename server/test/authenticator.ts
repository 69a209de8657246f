import type { AuthenticationResponse } from '@chat-app/contract';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const flagBits = { isPresent: 0x01, isVerified: 0x04, hasCredential: 0x40 };

interface Page {
  readonly origin: string;
  readonly host?: string;
}

interface Deviations {
  /** What the authenticator signs instead of what it should. */
  readonly challenge?: string;
  readonly type?: string;
  readonly isVerified?: boolean;
  readonly counter?: number;
  /** Of an attestation, with a certificate. */
  readonly format?: string;
}

/**
 * A security key in software (WebAuthn level 3, ES256, no attestation), in a page of this origin. Deviations make it lie
 * as a manipulated one would.
 */
export function createAuthenticator({ origin, host = new URL(origin).hostname }: Page) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  function authenticatorData({ isVerified = true, counter: given }: Deviations, credential = Buffer.alloc(0)) {
    counter = given ?? counter + 1;
    const flags =
      flagBits.isPresent |
      (isVerified ? flagBits.isVerified : 0) |
      (credential.length > 0 ? flagBits.hasCredential : 0);
    const head = Buffer.alloc(5);
    head.writeUInt8(flags);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(host), head, credential]);
  }

  function credentialData() {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const cose = new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    return Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(cose)]);
  }

  const credentialId = id.toString('base64url');
  const about = { id: credentialId, rawId: credentialId, type: 'public-key' as const };

  return {
    credentialId,

    /** Answers `navigator.credentials.create`. */
    create({ challenge }: { challenge: string }, deviations: Deviations = {}) {
      const authData = authenticatorData(deviations, credentialData());
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', deviations.format ?? 'none'],
          ['attStmt', deviations.format === undefined ? new Map() : new Map([['x5c', [new Uint8Array(8)]]])],
          ['authData', new Uint8Array(authData)],
        ]) as Parameters<typeof isoCBOR.encode>[0],
      );
      return {
        ...about,
        response: {
          clientDataJSON: clientData(deviations.type ?? 'webauthn.create', deviations.challenge ?? challenge).toString(
            'base64url',
          ),
          attestationObject: Buffer.from(attestation).toString('base64url'),
          transports: ['internal'],
        },
      };
    },

    /** Answers `navigator.credentials.get`. */
    get({ challenge }: { challenge: string }, deviations: Deviations & { userHandle?: string } = {}) {
      const authData = authenticatorData(deviations);
      const client = clientData(deviations.type ?? 'webauthn.get', deviations.challenge ?? challenge);
      const { userHandle } = deviations;
      const answer: AuthenticationResponse = {
        ...about,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey).toString('base64url'),
          ...(userHandle !== undefined && { userHandle: Buffer.from(userHandle).toString('base64url') }),
        },
      };
      return answer;
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;
