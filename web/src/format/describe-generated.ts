import { avatarGradientOf, generatedAvatarId, initialsOf } from '@chat-app/contract';

/** The content of a generated picture, as the server renders it; null for an uploaded one. */
export function describeGenerated(src: string, name: string): { initials: string; background: string } | null {
  const id = generatedAvatarId(src);
  if (id === null) return null;
  const [from, to] = avatarGradientOf(id);
  return { initials: initialsOf(name), background: `linear-gradient(135deg, ${from}, ${to})` };
}
