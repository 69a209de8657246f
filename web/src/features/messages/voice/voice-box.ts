/** The size of a voice message, which is the same before its player is loaded. */
export const voiceBoxClasses = 'flex min-h-17 w-72 items-center gap-3 py-2 pr-4 pl-2';
