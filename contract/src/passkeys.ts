import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { GivenPassword } from './passwords.ts';
import { PasskeyId, requiredText, Timestamp } from './primitives.ts';
import { laterPlease, type ToastText } from './toast-text.ts';
import { Me } from './users.ts';

export const passkeyTexts = {
  refused: 'This passkey could not be checked. Please try again.',
  unknown: 'This passkey does not belong to an account here, or was removed',
  alreadyAdded: 'This passkey was added before',
  notAvailable: 'Passkeys need a server with a domain name',
  tooMany: 'You have as many passkeys as there can be. Remove one first.',
  tooNew: 'This passkey is new. Sign in with it first.',
  passwordNeeded: 'Please enter your password',
  nameInvalid: 'This name is not valid',
  nameTooLong: 'At most 60 characters',
} as const;

export const passkeyToasts = {
  added: { type: 'success', title: 'Passkey added', message: 'You can sign in with it from now on.', timeoutMs: 4000 },
  removed: { type: 'success', title: 'Passkey removed', message: 'It does not work here any more.', timeoutMs: 4000 },
  addFailed: { type: 'error', title: 'The passkey was not added', message: laterPlease, timeoutMs: 4000 },
  notUsed: { type: 'error', title: 'The passkey was not used', message: laterPlease, timeoutMs: 4000 },
  removeFailed: { type: 'error', title: 'The passkey was not removed', message: laterPlease, timeoutMs: 4000 },
} as const satisfies Record<string, ToastText>;

export const passkeyNameMaxLength = 60;

/** A passkey as its owner sees it. */
export const Passkey = z.object({
  _id: PasskeyId,
  name: z.string(),
  createdAt: Timestamp,
  lastUsedAt: Timestamp.nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

const Nothing = z.object({});

/** Longer than those of any authenticator. */
const binary = (maxLength: number) =>
  z
    .string(passkeyTexts.refused)
    .regex(/^[\w-]+$/, passkeyTexts.refused)
    .max(maxLength, passkeyTexts.refused);
const CredentialId = binary(1400);
const publicKey = z.literal('public-key', passkeyTexts.refused);

/** What `navigator.credentials.create` returns, as JSON (`RegistrationResponseJSON` of WebAuthn). */
const RegistrationResponse = z.object(
  {
    id: CredentialId,
    rawId: CredentialId,
    type: publicKey,
    response: z.object({
      clientDataJSON: binary(4000),
      attestationObject: binary(16_000),
      transports: z
        .array(z.string().regex(/^[a-z-]{1,32}$/, passkeyTexts.refused))
        .max(8)
        .default([]),
    }),
  },
  passkeyTexts.refused,
);

/** What `navigator.credentials.get` returns, as JSON (`AuthenticationResponseJSON` of WebAuthn). */
export const AuthenticationResponse = z.object(
  {
    id: CredentialId,
    rawId: CredentialId,
    type: publicKey,
    response: z.object({
      clientDataJSON: binary(4000),
      authenticatorData: binary(4000),
      signature: binary(4000),
      userHandle: binary(100).optional(),
    }),
  },
  passkeyTexts.refused,
);
export type AuthenticationResponse = z.infer<typeof AuthenticationResponse>;

/** The options of WebAuthn as JSON, for the browser. */
const Options = z.looseObject({
  /** Valid once and for ten minutes. */
  challenge: z.string(),
});

export const passkeyForm = z.object({
  password: GivenPassword.optional(),
  name: requiredText(passkeyTexts.nameInvalid).trim().max(passkeyNameMaxLength, passkeyTexts.nameTooLong),
});

/** The password is needed if the session is older than ten minutes and the account has one. */
export const getPasskeyOptions = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys/options',
  access: 'verified',
  input: z.object({ password: GivenPassword.optional() }),
  output: Options,
  errors: ['limit_reached'],
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys',
  access: 'verified',
  input: z.object({
    passkey: RegistrationResponse,
    /** By default that of the browser, such as 'Firefox on Windows'. */
    name: passkeyForm.shape.name.optional(),
  }),
  output: z.object({ passkey: Passkey }),
  successStatus: 201,
  errors: ['limit_reached'],
});

/** The oldest first. */
export const getPasskeys = endpoint({
  method: 'GET',
  path: '/api/auth/passkeys',
  access: 'verified',
  input: Nothing,
  output: z.object({ data: z.array(Passkey) }),
});

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/auth/passkeys/{id}',
  access: 'verified',
  input: z.object({ id: PasskeyId }),
  output: Nothing,
  errors: ['not_found'],
});

/** The same for everybody: the passkey itself says whose it is. */
export const getPasskeyLoginOptions = endpoint({
  method: 'POST',
  path: '/api/auth/passkey-login/options',
  access: 'public',
  input: Nothing,
  output: Options,
});

/** Needs no second step: a passkey is something one has, unlocked by something one knows or is. */
export const passkeyLogin = endpoint({
  method: 'POST',
  path: '/api/auth/passkey-login',
  access: 'public',
  input: z.object({ passkey: AuthenticationResponse, isRemember: z.boolean().default(false) }),
  output: z.object({ user: Me }),
  errors: ['bad_credentials', 'forbidden'],
});
