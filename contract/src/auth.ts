import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { RegisterName } from './names.ts';
import { GivenPassword, NewPassword, RegisterPassword, withConfirmation } from './passwords.ts';
import { Email, InviteToken } from './primitives.ts';
import { inputTexts, fieldTexts } from './texts.ts';
import { Me } from './users.ts';

const SignedIn = z.object({ user: Me });
const Said = z.object({ message: z.string() });
const Nothing = z.object({});
const Token = z
  .string({ error: inputTexts.resetLinkInvalid })
  .min(1, inputTexts.resetLinkInvalid)
  .max(200, inputTexts.resetLinkInvalid);

const loginForm = z.object({ email: Email, password: GivenPassword, isRemember: z.boolean().default(false) });
const registration = z.object({ name: RegisterName, email: Email, password: RegisterPassword });

/** The forms of the account screens; the input of an endpoint is a part of its form. */
export const authForms = {
  login: loginForm,
  register: withConfirmation(registration, {
    field: 'password',
    missing: fieldTexts.confirmRequired,
    different: fieldTexts.confirmDifferent,
  }),
  forgotPassword: z.object({ email: Email }),
  resetPassword: withConfirmation(z.object({ newPassword: NewPassword }), {
    field: 'newPassword',
    missing: fieldTexts.resetConfirmRequired,
    different: fieldTexts.resetConfirmDifferent,
  }),
};

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  input: loginForm,
  output: SignedIn,
  errors: ['bad_credentials', 'second_factor_required', 'forbidden'],
});

export const googleLogin = endpoint({
  method: 'POST',
  path: '/api/auth/google',
  access: 'public',
  input: z.object({
    access_token: z.string(inputTexts.googleFailed).min(1, inputTexts.googleFailed).max(4096, inputTexts.googleFailed),
    isRemember: z.boolean().default(false),
    invite: InviteToken.optional(),
  }),
  output: SignedIn,
  errors: ['bad_credentials', 'second_factor_required', 'forbidden', 'registration_closed'],
});

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  access: 'public',
  /** A use of the invitation is reserved for the new account. */
  input: registration.extend({ invite: InviteToken.optional() }),
  output: SignedIn,
  successStatus: 201,
  errors: ['email_taken', 'registration_closed'],
});

export const logout = endpoint({
  method: 'GET',
  path: '/api/auth/logout',
  changesState: true,
  access: 'public',
  input: Nothing,
  output: Nothing,
});

export const getSession = endpoint({
  method: 'GET',
  path: '/api/auth',
  access: 'signed-in',
  input: Nothing,
  output: SignedIn,
});

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  access: 'public',
  input: z.object({ email: Email }),
  output: Said,
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'public',
  input: z.object({ token: Token, newPassword: NewPassword }),
  output: Said,
});

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/auth/verify-email',
  access: 'public',
  input: z.object({
    token: z
      .string(inputTexts.verificationInvalid)
      .min(1, inputTexts.verificationInvalid)
      .max(200, inputTexts.verificationInvalid),
  }),
  output: Nothing,
  errors: ['registration_closed'],
  queryKeys: ['token'],
});

/** Corrects the address of an account that was never verified. `changeEmail` changes a verified one. */
export const updateEmail = endpoint({
  method: 'PUT',
  path: '/api/auth/update/email',
  access: 'signed-in',
  input: z.object({ email: Email }),
  output: SignedIn,
  errors: ['email_taken', 'already_verified', 'registration_closed'],
});

export const resendVerification = endpoint({
  method: 'GET',
  path: '/api/auth/resend-v-email',
  changesState: true,
  access: 'signed-in',
  input: Nothing,
  output: Said,
  errors: ['already_verified'],
});
