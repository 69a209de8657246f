/** The query key of the signed-in user. */
export const sessionKey = ['session'] as const;
