import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { GivenPassword } from './passwords.ts';
import { inputTexts } from './texts.ts';
import { Me } from './users.ts';

const Nothing = z.object({});

/** Six digits of an app, or a recovery code. Spaces and hyphens do not count. */
const Code = z.string(inputTexts.codeInvalid).trim().min(1, inputTexts.codeInvalid).max(64, inputTexts.codeInvalid);

/** The forms of the security settings; the input of an endpoint is a part of its form. */
export const secondFactorForms = {
  password: z.object({ password: GivenPassword }),
  code: z.object({ code: Code }),
  disable: z.object({ password: GivenPassword, code: Code }),
};

/** Begins turning the second factor on. It is on after `confirmTotp`; another call replaces the secret. */
export const setUpTotp = endpoint({
  method: 'POST',
  path: '/api/auth/totp/setup',
  access: 'verified',
  input: secondFactorForms.password,
  output: z.object({
    /** In base32, to be typed. */
    secret: z.string(),
    /** The same as an address for a QR code. */
    url: z.string(),
  }),
});

export const confirmTotp = endpoint({
  method: 'POST',
  path: '/api/auth/totp/confirm',
  access: 'verified',
  input: secondFactorForms.code,
  /** Shown only now. Each works once. */
  output: z.object({ recoveryCodes: z.array(z.string()) }),
});

export const disableTotp = endpoint({
  method: 'POST',
  path: '/api/auth/totp/disable',
  access: 'verified',
  input: secondFactorForms.disable,
  output: Nothing,
});

/** The second step of a login. `ticket` comes with the refusal `second_factor_required` of the first. */
export const secondFactorLogin = endpoint({
  method: 'POST',
  path: '/api/auth/second-factor',
  access: 'public',
  input: z.object({
    ticket: z.string(inputTexts.signInExpired).min(1, inputTexts.signInExpired).max(200, inputTexts.signInExpired),
    code: Code,
  }),
  output: z.object({ user: Me }),
  errors: ['bad_credentials', 'forbidden'],
});

/** What the refusal of a wrong code has in addition. With 0, the login has to begin again. */
export const TriesLeft = z.object({ triesLeft: z.int().min(0) });
