import type { Invite } from '@chat-app/contract';

export function describeUses({ uses, maxUses }: Pick<Invite, 'uses' | 'maxUses'>): string {
  if (maxUses !== null) return `${uses} of ${maxUses} used`;
  return uses === 1 ? 'used once' : uses === 0 ? 'not used yet' : `used ${uses} times`;
}

const hourMs = 60 * 60_000;

/** How long it can still be used, or why it cannot. */
export function describeExpiry(
  invite: Pick<Invite, 'expiresAt' | 'isUsable' | 'uses' | 'maxUses'>,
  now: number,
): string {
  const { expiresAt, isUsable, maxUses, uses } = invite;
  const leftMs = expiresAt === null ? Infinity : Date.parse(expiresAt) - now;
  if (leftMs <= 0) return 'expired';
  if (!isUsable) return maxUses !== null && uses >= maxUses ? 'used up' : 'you may not invite to this group';
  if (leftMs === Infinity) return 'never expires';
  const hours = Math.ceil(leftMs / hourMs);
  if (hours < 48) return hours === 1 ? 'expires in an hour' : `expires in ${hours} hours`;
  return `expires in ${Math.round(hours / 24)} days`;
}
