import { laterPlease, type ToastText } from './toast-text.ts';

// A separate file, so that the login screen does not load the texts of all the others.
/** Every toast of the account screens. For a failure, the server's own message takes precedence over `message`. */
export const authToasts = {
  welcome: { type: 'info', title: 'Welcome', message: 'Please login to continue', timeoutMs: 3000 },
  sessionEnded: {
    type: 'info',
    title: 'You have been signed out',
    message: 'Please login to continue',
    timeoutMs: 5000,
    scope: 'app',
  },
  formInvalid: { type: 'error', title: 'Register failed', message: 'Please check your form data', timeoutMs: 5000 },
  loginFailed: { type: 'error', title: 'Login failed', message: laterPlease, timeoutMs: 5000 },
  registerDone: {
    type: 'success',
    title: 'Register successful',
    message: 'Please check your email to verify your account',
    timeoutMs: 3000,
    scope: 'app',
  },
  registerFailed: { type: 'error', title: 'Register failed', message: laterPlease, timeoutMs: 5000 },
  logoutDone: {
    type: 'success',
    title: 'Logout successful',
    message: 'Goodbye, see you later',
    timeoutMs: 3000,
    scope: 'app',
  },
  logoutFailed: { type: 'error', title: 'Logout failed', message: laterPlease, timeoutMs: 5000 },
  googleFailed: { type: 'error', title: 'Google login failed', message: laterPlease, timeoutMs: 5000 },
  emailInvalid: {
    type: 'error',
    title: 'Validation failed',
    message: 'Please check your email address',
    timeoutMs: 5000,
  },
  resetMailFailed: { type: 'error', title: 'Failed to send reset email', message: laterPlease, timeoutMs: 5000 },
  resetTokenMissing: {
    type: 'error',
    title: 'Invalid Link',
    message: 'Password reset token is missing',
    timeoutMs: 5000,
  },
  resetFailed: {
    type: 'error',
    title: 'Failed to reset password',
    message: laterPlease,
    timeoutMs: 5000,
    scope: 'app',
  },
  resetDone: { type: 'success', title: 'Password reset successful', timeoutMs: 3000, scope: 'app' },
  verifyTokenMissing: {
    type: 'error',
    title: 'Invalid token',
    message: 'Token is required',
    timeoutMs: 5000,
    scope: 'app',
  },
  verifyFailed: {
    type: 'error',
    title: 'Verification failed',
    message: 'Token is invalid or expired, please resend',
    timeoutMs: 5000,
    scope: 'app',
  },
  verificationSent: { type: 'success', title: 'Verification email sent successfully', timeoutMs: 3000 },
  verificationFailed: {
    type: 'error',
    title: 'Failed to send verification email',
    message: laterPlease,
    timeoutMs: 5000,
  },
} as const satisfies Record<string, ToastText>;

/** A returning user has signed in. */
export function loginDoneToast(name: string): ToastText {
  return {
    type: 'success',
    title: 'Login successful',
    message: `Welcome back, ${name}`,
    timeoutMs: 2000,
    scope: 'app',
  };
}
