import { BlockList, isIP } from 'node:net';

const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv4');

const PUBLIC_V6 = new BlockList();
PUBLIC_V6.addSubnet('2000::', 3, 'ipv6');
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv6');

/** Returns true for addresses outside the special-purpose registries of IANA (RFC 6890). */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !PRIVATE.check(address, 'ipv4');
  return family === 6 && PUBLIC_V6.check(address, 'ipv6') && !PRIVATE.check(address, 'ipv6');
}

/** `named` hosts are reached at any address; those of a pattern at public ones and by HTTPS only. */
export type HostRule = 'named' | 'pattern' | 'refused';

/**
 * Compares a host with the configured ones: a name or address, `*.suffix`, or `*` for each public
 * host. Names of URLs are lower-case; IPv6 addresses are in brackets.
 */
export function hostRule(hostname: string, hosts: readonly string[]): HostRule {
  const name = hostname.replace(/\.$/, '');
  const configured = hosts.map((host) => host.toLowerCase());
  if (configured.some((host) => host === name || `[${host}]` === name)) return 'named';
  const matches = configured.some(
    (host) => host === '*' || (host.startsWith('*.') && name.endsWith(host.slice(1))),
  );
  return matches ? 'pattern' : 'refused';
}
