import { isIPv6 } from 'node:net';

interface Connection {
  /** The address of the direct peer. */
  readonly address: string;
  /** The clients that the proxies in between report, nearest last. */
  readonly forwardedFor: string | string[] | undefined;
  readonly trustedProxies: number;
}

/** The client's address, trusting exactly `trustedProxies` proxies. */
export function clientAddress({ address, forwardedFor, trustedProxies }: Connection): string {
  const forwarded = [forwardedFor ?? []].flat().flatMap((line) => line.split(','));
  const hops = [...forwarded.map((hop) => hop.trim()).filter((hop) => hop !== ''), address];
  return hops[Math.max(0, hops.length - 1 - trustedProxies)] ?? address;
}

/** The part of an address that a client cannot easily change: the IPv4 address, or the /64 network of an IPv6 host. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(address)) return address;

  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
