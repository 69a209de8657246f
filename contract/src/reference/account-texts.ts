import type { EndpointText } from './endpoint-text.ts';

export const accountTexts = {
  login: {
    summary: 'Log in',
    details:
      'Creates a session and ends the previous session of the browser. A wrong password and an unknown email address return the same error.',
  },
  googleLogin: {
    summary: 'Log in with Google',
    details:
      'Expects an access token that Google issued for this server. Creates a verified account, or links the existing account with the same email address. Returns 503 if Google sign-in is not configured. For a new account, a use of the invitation `invite` is reserved.',
  },
  register: {
    summary: 'Sign up',
    details:
      'Creates a session and sends an email with a link that verifies the address. A use of the invitation `invite` is reserved for the account for 48 hours; one that cannot be used is ignored.',
  },
  logout: { summary: 'Log out', details: 'Ends only the current session. Has no effect without a session.' },
  getSession: { summary: 'Get the signed-in user' },
  updateProfile: {
    summary: 'Update name and picture',
    details: 'The picture must be one of the caller’s own image uploads, or null for no picture.',
  },
  updatePrivacy: {
    summary: 'Update the privacy settings',
    details:
      'Settings that are left out stay. A user who sends no receipts sees none; one who shares no presence is shown as offline and sees nobody’s; one who is not findable is found by the exact email address only.',
  },
  getSessions: {
    summary: 'List the sessions of the user',
    details:
      'The browsers in which the user is signed in, the current one first. The network is a part of the address: enough to recognise it, too little to find the place.',
  },
  revokeSession: {
    summary: 'Sign out one device',
    details: 'Ends a session of the user, and its connections at once. Sessions of others are not found.',
  },
  revokeOtherSessions: {
    summary: 'Sign out all other devices',
    details: 'Ends all sessions of the user except the one that calls, and their connections at once.',
  },
  setUpTotp: {
    summary: 'Begin turning two-step login on',
    details:
      'Returns the secret for an authenticator app (RFC 6238: SHA-1, six digits, 30 seconds). Logging in does not change before it is confirmed.',
  },
  confirmTotp: {
    summary: 'Turn two-step login on',
    details:
      'Expects a code of the app. Returns ten recovery codes, which are stored as hashes and never shown again. Sends an email with a link that takes it back.',
  },
  disableTotp: {
    summary: 'Turn two-step login off',
    details: 'Expects a code of the app or a recovery code.',
  },
  secondFactorLogin: {
    summary: 'Complete a login with the second step',
    details:
      'Expects the ticket of the first step, which is valid for five minutes and five tries, and a code of the app or a recovery code. Each code works once. `triesLeft` of a refusal says how many tries the ticket has; with 0, the login has to begin again.',
  },
  getPasskeyOptions: {
    summary: 'Begin adding a passkey',
    details:
      'Returns the options for `navigator.credentials.create` (WebAuthn) with a challenge that is valid once, for ten minutes and for this user. The password is needed if the session is older than ten minutes and the account has one. A user has at most 20 passkeys.',
  },
  addPasskey: {
    summary: 'Add a passkey',
    details:
      'Expects the answer of the authenticator: discoverable, with user verification, for the host of `PUBLIC_URL`. Sends an email with a link that takes it back.',
  },
  getPasskeys: { summary: 'List the passkeys of the user' },
  removePasskey: { summary: 'Remove a passkey', details: 'Passkeys of others are not found. Sessions stay.' },
  getPasskeyLoginOptions: {
    summary: 'Begin a login with a passkey',
    details:
      'Returns the options for `navigator.credentials.get` (WebAuthn) with a challenge that is valid once and for ten minutes. Names no account, so it reveals none.',
  },
  passkeyLogin: {
    summary: 'Log in with a passkey',
    details:
      'Creates a session and ends the previous session of the browser. Asks for no second step. A challenge that was used or has expired, another origin, a signature without user verification and a counter that went back are refused.',
  },
  updatePassword: { summary: 'Change the password', details: 'Ends all other sessions of the user.' },
  forgotPassword: {
    summary: 'Request a password reset link',
    details:
      'The response is the same for known and unknown email addresses. The link can be used once and expires after 15 minutes.',
  },
  resetPassword: {
    summary: 'Reset the password with a link',
    details:
      'Ends all sessions of the user and verifies the email address. A password that is too weak does not consume the link.',
  },
  verifyEmail: {
    summary: 'Verify the email address with a link',
    details: 'The link can be used once and expires after 24 hours. Works with or without a session.',
  },
  deleteAccount: {
    summary: 'Delete the account',
    details:
      'Expects the password, or the answer of one of the caller’s passkeys to the options of a login. Deletes the profile, sessions, drafts, friendships and everything else that belongs to the caller alone, at once and for good. Messages and their files stay, by "Deleted account"; groups pass to their longest-standing member.',
  },
  exportAccount: {
    summary: 'Export everything of the account',
    details:
      'A ZIP archive with the profile, friends, chats, all messages that the caller can read, as JSON and as pages, and the caller’s own files. It is written while it is sent, and ends with the session. One export at a time.',
  },
  changeEmail: {
    summary: 'Change the email address',
    details:
      'Sends a link to the new address, which becomes the address of the account when the link is opened within 24 hours, and a warning to the current one, with a link that undoes the change for 7 days.',
  },
  confirmEmailChange: {
    summary: 'Confirm a new email address',
    details:
      'Takes the token of the link that was sent to the new address. Reset links sent to the former one become invalid.',
  },
  undoEmailChange: {
    summary: 'Undo the change of an email address',
    details:
      'Takes the token of the link that was sent to the former address, before or after the confirmation. Restores that address, ends all sessions and returns the token of a reset link.',
  },
  updateEmail: {
    summary: 'Correct an unverified email address',
    details: 'Sends a verification email to the new address. Links in earlier emails become invalid.',
  },
  resendVerification: { summary: 'Resend the verification email' },
} satisfies Record<string, EndpointText>;
