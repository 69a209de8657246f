import { laterPlease, type ToastText } from './toast-text.ts';

// A separate file, so that the main screen does not load the texts of this dialog.
/** Every toast of the account dialog. */
export const accountToasts = {
  nameMissing: { type: 'error', title: 'Name is required', message: 'Enter your name', timeoutMs: 3000 },
  profileSaved: { type: 'success', title: 'Update information successfully', timeoutMs: 3000 },
  profileFailed: { type: 'error', title: 'Error', message: 'Update information failed', timeoutMs: 3000 },
  uploading: { type: 'info', title: 'Uploading image', message: 'Please wait a moment', timeoutMs: 3000 },
  uploadFailed: { type: 'error', title: 'Upload image failed', message: laterPlease, timeoutMs: 3000 },
  privacyFailed: { type: 'error', title: 'Update privacy failed', message: laterPlease, timeoutMs: 3000 },
  deviceSignedOut: { type: 'success', title: 'Device signed out', timeoutMs: 3000 },
  othersSignedOut: { type: 'success', title: 'All other devices signed out', timeoutMs: 3000 },
  signOutFailed: { type: 'error', title: 'Sign out failed', message: laterPlease, timeoutMs: 3000 },
  twoStepOn: { type: 'success', title: 'Two-step login is on', timeoutMs: 3000 },
  twoStepOff: { type: 'success', title: 'Two-step login is off', timeoutMs: 3000 },
  twoStepFailed: { type: 'error', title: 'Two-step login was not changed', message: laterPlease, timeoutMs: 3000 },
  passwordMissing: { type: 'error', title: 'Password is required', message: 'Enter your password', timeoutMs: 3000 },
  passwordSame: { type: 'error', title: 'Password not change', message: 'Enter a new password', timeoutMs: 3000 },
  passwordDifferent: { type: 'error', title: 'Password not match', message: 'Re-enter your password', timeoutMs: 3000 },
  passwordSaved: { type: 'success', title: 'Update password successfully', timeoutMs: 3000 },
  passwordInvalid: { type: 'error', title: 'Invalid password', timeoutMs: 3000 },
  passwordFailed: { type: 'error', title: 'Update password failed', message: laterPlease, timeoutMs: 3000 },
} as const satisfies Record<string, ToastText>;
