import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';
import { createHostResolver, type ResolveHost, resolveListedHost } from './resolve-host.ts';

/** The address must not be fetched for any caller. */
export class AddressForbidden extends Error {
  override name = 'AddressForbidden';
  constructor() {
    super('This address is not fetched');
  }
}

interface AddressGuardOptions {
  /** `host:port` entries that are allowed although private. */
  readonly allowed: ReadonlySet<string>;
  /** The host name of this installation. */
  readonly ownHost: string;
  readonly resolve?: ResolveHost;
  readonly isPublic?: (address: string) => boolean;
  readonly ports?: readonly number[];
  readonly protocols?: readonly string[];
}

/** Decides which addresses requests may be sent to. */
export interface AddressGuard {
  /** Null when the text is not an address, or is refused without a DNS lookup. */
  parse: (text: string, base?: URL) => URL | null;
  /**
   * The numeric addresses of the host; empty when it has none. Throws AddressForbidden when one of them is not public.
   */
  resolve: (url: URL, signal: AbortSignal) => Promise<string[]>;
}

export function createAddressGuard({
  allowed,
  ownHost,
  resolve = createHostResolver(),
  isPublic = (address) => isPublicAddress(address),
  ports = [80, 443],
  protocols = ['http:', 'https:'],
}: AddressGuardOptions): AddressGuard {
  const isListed = (url: URL) => allowed.has(`${url.hostname}:${portOf(url)}`);

  function isFetchable(url: URL): boolean {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return false;
    if (url.username !== '' || url.password !== '') return false;
    if (isListed(url)) return true;
    if (!protocols.includes(url.protocol)) return false;
    if (!ports.includes(portOf(url)) || withoutDots(url.hostname) === withoutDots(ownHost)) return false;
    const host = bareHost(url);
    return isIP(host) === 0 ? isPublicName(host) : isPublic(host);
  }

  return {
    parse: (text, base) => {
      // The WHATWG parser normalises 0x7f.1, 2130706433 and fullwidth digits to 127.0.0.1.
      const url = URL.canParse(text, base?.href) ? new URL(text, base) : null;
      if (url === null || !isFetchable(url)) return null;
      url.hash = '';
      return url;
    },
    resolve: async (url, signal) => {
      if (!isFetchable(url)) throw new AddressForbidden();
      const host = bareHost(url);
      if (isIP(host) !== 0) return [host];
      if (isListed(url)) return resolveListedHost(host, signal);
      const addresses = await resolve(host, signal);
      // One private address rejects the whole name: its owner must not choose which address is used.
      if (!addresses.every((address) => isPublic(address))) throw new AddressForbidden();
      return addresses;
    },
  };
}

/** The host in the form a connection expects: IPv6 without brackets. */
export const bareHost = (url: URL) => url.hostname.replace(/^\[|\]$/g, '');

export const portOf = (url: URL) => Number(url.port || (url.protocol === 'https:' ? 443 : 80));

/** Suffixes that never resolve on the public Internet. */
const innerEndings = ['localhost', 'local', 'internal', 'localdomain', 'lan', 'home.arpa', 'onion', 'test', 'invalid'];

/** A single-label name is looked up in the local network first. */
function isPublicName(host: string): boolean {
  const name = withoutDots(host);
  return name.includes('.') && !innerEndings.some((ending) => name.endsWith(`.${ending}`));
}

const withoutDots = (host: string) => host.replace(/\.+$/, '');
