/** Dialogs that are rarely opened, in one file that is loaded with the first of them. */
export { AccountDialog } from '../features/account/account-dialog.tsx';
export { InviteDialog } from '../features/invites/invite-dialog.tsx';
export { SafetyDialogs } from '../features/safety/safety-dialogs.tsx';
export { ShortcutsDialog } from '../features/shortcuts/shortcuts-dialog.tsx';
