import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Addresses, or networks as `address/bits`. Defaults to those of this machine. */
export type Networks = readonly string[];

/**
 * True for a numeric address that anybody on the Internet can reach. Everything else is false: private, loopback,
 * link-local and reserved ranges, IPv6 forms that embed an IPv4 address, and the networks of this machine, where a
 * neighbour may trust us more than a stranger.
 */
export function isPublicAddress(address: string, ownNetworks: Networks = listOwnNetworks()): boolean {
  // The library also accepts 127.1 and 0x7f000001; the code that connects might read those differently.
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed.kind() === 'ipv6' && !isGlobalUnicast(parsed as ipaddr.IPv6)) return false;
  return ![...hostServices, ...ownNetworks].some((network) => isWithin(parsed, network));
}

/** A public address that the hypervisor answers: Azure's host. Other clouds use reserved ranges. */
const hostServices: Networks = ['168.63.129.16/32'];

/** Only 2000::/3 is allocated. The library calls the rest unicast too, even `::7f00:1`, an old form of 127.0.0.1. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

function isGlobalUnicast(address: ipaddr.IPv6): boolean {
  const [, , , , id, tunnel] = address.parts;
  // ISATAP: the last 32 bits are an IPv4 address in the local network, whatever the prefix.
  const isTunnel = (id === 0 || id === 0x200) && tunnel === 0x5efe;
  return address.match(globalUnicast) && !isTunnel;
}

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, network: string): boolean {
  const [base, bits] = ipaddr.parseCIDR(network);
  return address.kind() === base.kind() && address.match(base, bits);
}

function listOwnNetworks(): Networks {
  const cards = Object.values(networkInterfaces()).flatMap((card) => card ?? []);
  return cards.flatMap(({ cidr }) => (cidr !== null && ipaddr.isValidCIDR(cidr) ? [cidr] : []));
}
