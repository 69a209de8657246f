import { limits } from './limits.ts';
import { requiredText } from './primitives.ts';
import { isReservedName } from './reserved-names.ts';
import { fieldTexts } from './texts.ts';

// Controls, bidirectional overrides and invisible characters let one name imitate another.
// The two joiners (U+200C, U+200D) stay: Persian words and many emoji need them.
// oxlint-disable-next-line no-misleading-character-class -- single code points, each meant by itself
const deceptive = /[\p{Cc}\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/gu;
const invisible = /[\p{Z}\p{Cf}\p{M}\u115F\u1160\u3164\uFFA0]/gu;

/** Removes control and bidi characters, collapses spaces, and trims the ends. */
export function cleanName(name: string): string {
  return name.normalize('NFC').replace(deceptive, '').replace(/\s+/gu, ' ').trim();
}

/** The number of visible characters of a name. */
function countVisible(name: string): number {
  return Array.from(name.replace(invisible, '')).length;
}

function visibleText(missing: string, tooLong: string, maxLength: number) {
  return requiredText(missing)
    .overwrite(cleanName)
    .refine((name) => countVisible(name) > 0, missing)
    .max(maxLength, tooLong);
}

const Name = visibleText(fieldTexts.nameRequired, fieldTexts.nameTooLong, limits.nameMaxLength).refine(
  (name) => !isReservedName(name),
  fieldTexts.nameReserved,
);

/** The name on the profile: any text with a visible character. */
export const ProfileName = Name;

/** The name of a group. */
export const ChatName = visibleText(fieldTexts.chatNameRequired, fieldTexts.chatNameTooLong, limits.inputMaxLength);

/** The name on the register form. */
export const RegisterName = Name.refine((name) => countVisible(name) >= limits.nameMinLength, fieldTexts.nameTooShort);
