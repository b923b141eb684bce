import { isIPv6 } from 'node:net';

const GROUPS = 8;
const OF_THE_NETWORK = 4;

/** Returns the groups of an IPv6 address with '::' expanded. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::').map((part) => (part === '' ? [] : part.split(':')));
  if (tail === undefined) return [...head];
  const missing = GROUPS - head.length - tail.length;
  return [...head, ...Array.from({ length: missing }, () => '0'), ...tail];
}

/** Returns an IPv4 address, or the first 64 bits of an IPv6 one: the unit of a provider. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address.toLowerCase().split('%')[0]!);
  const network = groups.slice(0, OF_THE_NETWORK).map((group) => Number.parseInt(group, 16));
  return `${network.map((group) => group.toString(16)).join(':')}::/64`;
}
