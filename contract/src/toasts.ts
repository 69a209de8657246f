/** How a toast looks and how urgent it is. */
export type ToastType = 'success' | 'warning' | 'error' | 'info';

/** The words of a toast, and how long it stays. */
export interface ToastText {
  readonly type: ToastType;
  readonly title: string;
  readonly message?: string;
  readonly timeoutMs: number;
}

const laterPlease = 'Please try again later';

/**
 * Every toast of the account screens. For a failure, `message` is the fallback: the server's own sentence is shown when it
 * sent one.
 */
export const authToasts = {
  welcome: { type: 'info', title: 'Welcome', message: 'Please login to continue', timeoutMs: 3000 },
  sessionEnded: {
    type: 'info',
    title: 'You have been signed out',
    message: 'Please login to continue',
    timeoutMs: 5000,
  },
  formInvalid: { type: 'error', title: 'Register failed', message: 'Please check your form data', timeoutMs: 5000 },
  loginFailed: { type: 'error', title: 'Login failed', message: laterPlease, timeoutMs: 5000 },
  registerDone: {
    type: 'success',
    title: 'Register successful',
    message: 'Please check your email to verify your account',
    timeoutMs: 3000,
  },
  registerFailed: { type: 'error', title: 'Register failed', message: laterPlease, timeoutMs: 5000 },
  logoutDone: { type: 'success', title: 'Logout successful', message: 'Goodbye, see you later', timeoutMs: 3000 },
  logoutFailed: { type: 'error', title: 'Logout failed', message: laterPlease, timeoutMs: 5000 },
  googleFailed: { type: 'error', title: 'Google login failed', message: laterPlease, timeoutMs: 5000 },
  googleNotConfigured: {
    type: 'info',
    title: 'Google login failed',
    message: 'Google sign-in is not set up on this server',
    timeoutMs: 5000,
  },
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
  resetFailed: { type: 'error', title: 'Failed to reset password', message: laterPlease, timeoutMs: 5000 },
  resetDone: { type: 'success', title: 'Password reset successful', timeoutMs: 3000 },
  verifyTokenMissing: { type: 'error', title: 'Invalid token', message: 'Token is required', timeoutMs: 5000 },
  verifyFailed: {
    type: 'error',
    title: 'Verification failed',
    message: 'Token is invalid or expired, please resend',
    timeoutMs: 5000,
  },
  verificationSent: { type: 'success', title: 'Verification email sent successfully', timeoutMs: 3000 },
  verificationFailed: {
    type: 'error',
    title: 'Failed to send verification email',
    message: laterPlease,
    timeoutMs: 5000,
  },
} as const satisfies Record<string, ToastText>;

/** Somebody came back. */
export function loginDoneToast(name: string): ToastText {
  return { type: 'success', title: 'Login successful', message: `Welcome back, ${name}`, timeoutMs: 2000 };
}

/** Every toast of the account dialog. */
export const accountToasts = {
  nameMissing: { type: 'error', title: 'Name is required', message: 'Enter your name', timeoutMs: 3000 },
  profileSaved: { type: 'success', title: 'Update information successfully', timeoutMs: 3000 },
  profileFailed: { type: 'error', title: 'Error', message: 'Update information failed', timeoutMs: 3000 },
  uploading: { type: 'info', title: 'Uploading image', message: 'Please wait a moment', timeoutMs: 3000 },
  uploadFailed: { type: 'error', title: 'Upload image failed', message: laterPlease, timeoutMs: 3000 },
  passwordMissing: { type: 'error', title: 'Password is required', message: 'Enter your password', timeoutMs: 3000 },
  passwordSame: { type: 'error', title: 'Password not change', message: 'Enter a new password', timeoutMs: 3000 },
  passwordDifferent: { type: 'error', title: 'Password not match', message: 'Re-enter your password', timeoutMs: 3000 },
  passwordSaved: { type: 'success', title: 'Update password successfully', timeoutMs: 3000 },
  passwordInvalid: { type: 'error', title: 'Invalid password', timeoutMs: 3000 },
  passwordFailed: { type: 'error', title: 'Update password failed', message: laterPlease, timeoutMs: 3000 },
} as const satisfies Record<string, ToastText>;
