import { isIPv6 } from 'node:net';

interface Connection {
  /** Who is connected to us. */
  readonly address: string;
  /** Whom the proxies in between say they speak for, the nearest last. */
  readonly forwardedFor: string | string[] | undefined;
  readonly trustedProxies: number;
}

/** Where a request comes from, believing as many proxies as there are. */
export function clientAddress({ address, forwardedFor, trustedProxies }: Connection): string {
  const hops = [forwardedFor ?? []].flat().flatMap((line) => line.split(','));
  const way = [...hops.map((hop) => hop.trim()).filter((hop) => hop !== ''), address];
  return way[Math.max(0, way.length - 1 - trustedProxies)] ?? address;
}

/** What one caller can hardly change: the IPv4 address, or the /64 network an IPv6 host can pick addresses from. */
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
