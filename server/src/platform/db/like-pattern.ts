const escape = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** Matches text that contains this, taken literally: a percent sign matches a percent sign. */
export const containsPattern = (text: string) => `%${escape(text)}%`;

/** Matches text that starts with this, taken literally. */
export const prefixPattern = (text: string) => `${escape(text)}%`;
