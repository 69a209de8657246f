import { laterPlease, type ToastText } from './toast-text.ts';

const done = (title: string) => ({ type: 'success', title, timeoutMs: 3000 }) as const;
const failed = (title: string) => ({ type: 'error', title, message: laterPlease, timeoutMs: 5000 }) as const;

/** Every toast of the console. For a failure, the server's own message takes precedence over the one here. */
export const consoleToasts = {
  suspended: done('Account suspended'),
  resumed: done('Account resumed'),
  deleted: done('Account deleted'),
  signedOut: done('Signed out everywhere'),
  resetLinkSent: done('Reset link sent'),
  granted: done('Now an administrator'),
  revoked: done('No administrator any more'),
  rightsLost: {
    type: 'info',
    title: 'You are no administrator any more',
    message: 'The console is for administrators only.',
    timeoutMs: 6000,
    scope: 'app',
  },
  personFailed: failed('The account was not changed'),
  reportClosed: done('Report closed'),
  reportFailed: failed('The report was not closed'),
  inviteRevoked: done('Invitation revoked'),
  inviteFailed: failed('The invitation was not revoked'),
  settingsSaved: done('Settings saved'),
  settingsFailed: failed('The settings were not saved'),
  announced: done('Announcement published'),
  announcementCleared: done('Announcement removed'),
  announcementFailed: failed('The announcement was not changed'),
} as const satisfies Record<string, ToastText>;
