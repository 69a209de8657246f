/** The dialogs of the main screen. */
export type MainDialog = 'account' | 'friends' | 'create' | 'shortcuts' | 'search' | 'test-call';
