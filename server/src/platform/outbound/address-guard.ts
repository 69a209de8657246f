import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';
import { createHostResolver, type ResolveHost, resolveListedHost } from './resolve-host.ts';

/** The address is one we do not go to, whoever asks. */
export class AddressForbidden extends Error {
  override name = 'AddressForbidden';
  constructor() {
    super('This address is not fetched');
  }
}

interface AddressGuardOptions {
  /** `host:port` that may be reached though private. */
  readonly allowed: ReadonlySet<string>;
  /** Where we are reached ourselves. */
  readonly ownHost: string;
  readonly resolve?: ResolveHost;
  readonly isPublic?: (address: string) => boolean;
  readonly ports?: readonly number[];
  readonly protocols?: readonly string[];
}

/** Decides where requests may go. */
export interface AddressGuard {
  /** Null for what is no address, or is refused without asking a name server. */
  parse: (text: string, base?: URL) => URL | null;
  /** The numeric addresses of its host: none when it has none, AddressForbidden when one of them is not public. */
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
      // The standard's parser: 0x7f.1, 2130706433 and fullwidth digits come out as 127.0.0.1.
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
      // One bad address spoils all: which of them would be used is not for the owner of the name to choose.
      if (!addresses.every((address) => isPublic(address))) throw new AddressForbidden();
      return addresses;
    },
  };
}

/** The host as a connection wants it: IPv6 without its brackets. */
export const bareHost = (url: URL) => url.hostname.replace(/^\[|\]$/g, '');

export const portOf = (url: URL) => Number(url.port || (url.protocol === 'https:' ? 443 : 80));

/** Endings that never lead to the public Internet. */
const innerEndings = ['localhost', 'local', 'internal', 'localdomain', 'lan', 'home.arpa', 'onion', 'test', 'invalid'];

/** A name of one word is looked up in the local network first. */
function isPublicName(host: string): boolean {
  const name = withoutDots(host);
  return name.includes('.') && !innerEndings.some((ending) => name.endsWith(`.${ending}`));
}

const withoutDots = (host: string) => host.replace(/\.+$/, '');
