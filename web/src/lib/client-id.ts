import type { ClientId } from '@chat-app/contract';

/** A random UUID. `crypto.randomUUID` is missing on pages that are served over plain http from another machine. */
export function newClientId(): ClientId {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte, index) => {
    if (index === 6) return hexOf((byte & 0x0f) | 0x40);
    return hexOf(index === 8 ? (byte & 0x3f) | 0x80 : byte);
  });
  const part = (from: number, to: number) => hex.slice(from, to).join('');
  return [part(0, 4), part(4, 6), part(6, 8), part(8, 10), part(10, 16)].join('-') as ClientId;
}

const hexOf = (byte: number) => byte.toString(16).padStart(2, '0');
