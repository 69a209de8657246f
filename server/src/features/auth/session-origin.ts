import { parse } from 'bowser';
import { isIPv4 } from 'node:net';
import { networkOf } from '../../platform/client-address.ts';

/** What the list of devices shows of the place of a sign-in. */
export interface SessionOrigin {
  /** Such as 'Firefox on Windows'. */
  readonly device: string | null;
  readonly network: string;
}

/** No browser has a longer name; parsing takes regular expressions. */
const maxUserAgentLength = 512;

export function sessionOriginOf({ userAgent, ip }: { userAgent: string; ip: string }): SessionOrigin {
  return { device: deviceOf(userAgent), network: coarseNetworkOf(ip) };
}

export function deviceOf(userAgent: string): string | null {
  if (userAgent === '' || userAgent.length > maxUserAgentLength) return null;
  const { browser, os } = parse(userAgent);
  const names = [browser.name, os.name].filter((name) => name !== undefined && name !== '');
  return names.length === 0 ? null : names.join(' on ');
}

/** Enough to recognise one's own, and less than an address. */
export function coarseNetworkOf(ip: string): string {
  const network = networkOf(ip);
  if (isIPv4(network)) return `${network.split('.').slice(0, 3).join('.')}.x`;
  const groups = network.split(':');
  return groups.length > 3 ? `${groups.slice(0, 3).join(':')}:…` : network;
}
