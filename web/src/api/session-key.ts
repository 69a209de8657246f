/** Who is signed in, as the cache names it. */
export const sessionKey = ['session'] as const;
