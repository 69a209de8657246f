import { type AuthenticationResponse, passkeyTexts, type UserId } from '@chat-app/contract';
import type { addPasskey, ParsedInputOf } from '@chat-app/contract';
import { z } from 'zod';
import type { Sql } from '../../platform/db/database.ts';
import { AppError, invalidInput } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import { passkeyChallengeRepository } from './passkey-challenges.repository.ts';
import { type PasskeyRow, passkeyRepository } from './passkeys.repository.ts';

type RegistrationResponse = ParsedInputOf<typeof addPasskey>['passkey'];

export interface RelyingParty {
  readonly title: string;
  /** The origin of the pages. */
  readonly publicUrl: string;
  /** Null if the server has no name. */
  readonly passkeyHost: string | null;
  readonly logger: Logger;
}

/** Loaded when it is needed for the first time: it takes longer than the rest of the start. */
const webauthn = () => import('@simplewebauthn/server');

/** The part of the library that decodes what authenticators send. */
const decoding = () => import('@simplewebauthn/server/helpers');

const noExtensions = { clientExtensionResults: {} };

/** As long as a login page waits for somebody to choose a passkey. */
const challengeMs = 10 * 60_000;

export type PasskeyCeremonies = ReturnType<typeof createPasskeyCeremonies>;

/** The two exchanges of WebAuthn with an authenticator: a new passkey, and the proof that somebody has one. */
export function createPasskeyCeremonies(party: RelyingParty) {
  const { publicUrl, passkeyHost } = party;

  function requireHost(): string {
    if (passkeyHost === null) throw invalidInput(passkeyTexts.notAvailable);
    return passkeyHost;
  }
  const expect = (challenge: string) => ({
    expectedChallenge: challenge,
    expectedOrigin: publicUrl,
    expectedRPID: requireHost(),
    requireUserVerification: true,
  });
  const context = { ...party, requireHost, expect };
  return { ...createCreation(context), ...createRequest(context) };
}

interface Context extends RelyingParty {
  readonly requireHost: () => string;
  readonly expect: (challenge: string) => {
    expectedChallenge: string;
    expectedOrigin: string;
    expectedRPID: string;
    requireUserVerification: boolean;
  };
}

function createCreation({ title, logger, requireHost, expect }: Context) {
  return {
    async creationOptions(sql: Sql, user: { id: UserId; name: string; email: string }, known: readonly PasskeyRow[]) {
      const rpID = requireHost();
      const { generateRegistrationOptions } = await webauthn();
      const options = await generateRegistrationOptions({
        rpName: title,
        rpID,
        userID: new TextEncoder().encode(user.id),
        userName: user.email,
        userDisplayName: user.name,
        challenge: await newChallenge(sql, user.id),
        timeout: challengeMs,
        attestationType: 'none',
        excludeCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return { ...options };
    },

    /** What is known of a new passkey; fails if it was not made for this user, now and here. */
    async verifyCreation(sql: Sql, userId: UserId, given: RegistrationResponse) {
      const challenge = await takeChallenge(sql, given.response.clientDataJSON, userId);
      if (challenge === null) throw invalidInput(passkeyTexts.refused);
      if (!(await hasNoCertificates(given.response.attestationObject))) throw invalidInput(passkeyTexts.refused);
      const { verifyRegistrationResponse } = await webauthn();
      const response = { ...given, ...noExtensions };
      const result = await verifyRegistrationResponse({ response, ...expect(challenge) }).catch((error: unknown) => {
        logger.info({ userId, reason: reasonOf(error) }, 'passkey not accepted');
        return null;
      });
      if (!result?.verified) throw invalidInput(passkeyTexts.refused);
      const { id: credentialId, publicKey, counter } = result.registrationInfo.credential;
      const { transports } = given.response;
      return { credentialId, publicKey: Buffer.from(publicKey), counter, transports };
    },
  };
}

function createRequest({ logger, requireHost, expect }: Context) {
  return {
    /** The same for everybody: nothing in them depends on an account. */
    async requestOptions(sql: Sql) {
      const rpID = requireHost();
      const { generateAuthenticationOptions } = await webauthn();
      const options = await generateAuthenticationOptions({
        rpID,
        challenge: await newChallenge(sql, null),
        timeout: challengeMs,
        userVerification: 'required',
      });
      return { ...options };
    },

    /** Returns the passkey that signed a challenge of this server, and counts the use. */
    async verifyRequest(sql: Sql, given: AuthenticationResponse): Promise<PasskeyRow> {
      const challenge = await takeChallenge(sql, given.response.clientDataJSON, null);
      if (challenge === null) throw refused();
      const passkey = await passkeyRepository.findByCredential(sql, given.id);
      if (!passkey) throw unknown();
      const { verifyAuthenticationResponse } = await webauthn();
      const { credentialId: id, publicKey, counter, userId } = passkey;
      const { userHandle, ...signed } = given.response;
      const result = await verifyAuthenticationResponse({
        response: { ...given, response: signed, ...noExtensions },
        credential: { id, publicKey: new Uint8Array(publicKey), counter },
        ...expect(challenge),
      }).catch((error: unknown) => {
        logger.warn({ userId, passkeyId: passkey.id, reason: reasonOf(error) }, 'passkey not accepted');
        return null;
      });
      const isOwners = userHandle === undefined || Buffer.from(userHandle, 'base64url').toString() === userId;
      if (!result?.verified || !isOwners) throw refused();
      if (!(await passkeyRepository.use(sql, passkey.id, result.authenticationInfo.newCounter))) throw refused();
      return passkey;
    },
  };
}

/**
 * Nobody asked for the certificates of a manufacturer, and browsers remove them. To check those that somebody sends
 * anyway, the library would fetch addresses that are in them.
 */
async function hasNoCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await decoding();
  try {
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
    const format: string = attestation.get('fmt');
    return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
  } catch {
    return false;
  }
}

async function newChallenge(sql: Sql, userId: UserId | null) {
  const challenge = newToken();
  await passkeyChallengeRepository.add(sql, { hash: hashToken(challenge), userId, lifetimeMs: challengeMs });
  return Buffer.from(challenge, 'base64url');
}

/** Uses the challenge up, whatever comes of it. */
async function takeChallenge(sql: Sql, clientDataJson: string, userId: UserId | null): Promise<string | null> {
  const challenge = challengeIn(clientDataJson);
  if (challenge === null) return null;
  const isTaken = await passkeyChallengeRepository.take(sql, { hash: hashToken(challenge), userId });
  return isTaken ? challenge : null;
}

const refused = () => new AppError('bad_credentials', passkeyTexts.refused);
const unknown = () => new AppError('bad_credentials', passkeyTexts.unknown);
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const ClientData = z.object({ challenge: z.string() });

/** The challenge that was signed, in base64url; null if the data make no sense. */
function challengeIn(clientDataJson: string): string | null {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(clientDataJson, 'base64url').toString())).challenge;
  } catch {
    return null;
  }
}
