/**
 * The network addresses from which pictures may be fetched: public ones only. Addresses of this machine, of private and of reserved networks
 * are refused, also where an IPv6 address contains an IPv4 one. It does not cover a public address that a local router maps to an internal
 * host.
 * @see RFC 6890 and the IANA special-purpose registries
 */
import { BlockList, isIP } from 'node:net';

type AddressFamily = 'ipv4' | 'ipv6';

const REFUSED_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, then everything reserved up to the broadcast address.
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Refused ranges within 2000::/3. All addresses outside 2000::/3 are refused. */
const REFUSED_IPV6: readonly (readonly [string, number])[] = [
  // Protocol assignments, including Teredo (2001::/32, which contains the IPv4 address of a client), ORCHID and benchmarking.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4 (RFC 3056, deprecated by RFC 7526): the next 32 bits are an IPv4 address that a relay connects to.
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
  ['5f00::', 16],
];

const REFUSED = blockList(REFUSED_IPV4, 'ipv4', blockList(REFUSED_IPV6, 'ipv6'));
const PUBLIC_IPV6 = blockList([['2000::', 3]], 'ipv6');
/** RFC 6052 §2.1: the well-known prefix of NAT64. The local-use prefix (64:ff9b:1::/48, RFC 8215) stays refused. */
const NAT64 = blockList([['64:ff9b::', 96]], 'ipv6');

/** RFC 5214 §6.1: the first half of an ISATAP interface identifier, whose second half is an IPv4 address. */
const ISATAP_MARKS: ReadonlySet<number> = new Set([0x0000_5efe, 0x0200_5efe]);

/**
 * Returns why `address` is refused, or null when it is public. With `nat64` an address of the well-known NAT64 prefix is judged by the IPv4
 * address that it contains.
 */
export function refusalOfAddress(address: string, { nat64 }: { readonly nat64: boolean }): string | null {
  const version = isIP(address);
  if (version === 0 || address.includes('%')) return 'not an address';
  if (version === 4) return REFUSED.check(address, 'ipv4') ? 'not a public IPv4 address' : null;
  if (NAT64.check(address, 'ipv6')) return nat64 ? refusalOfAddress(embeddedIpv4(address), { nat64 }) : 'a NAT64 address';
  // IPv4-mapped and IPv4-compatible addresses, loopback, link-local, unique local and multicast are outside 2000::/3.
  if (!PUBLIC_IPV6.check(address, 'ipv6') || REFUSED.check(address, 'ipv6')) return 'not a public IPv6 address';
  const words = wordsOf(address);
  const mark = (words[4] ?? 0) * 0x1_0000 + (words[5] ?? 0);
  return ISATAP_MARKS.has(mark) ? 'an ISATAP address' : null;
}

function blockList(ranges: readonly (readonly [string, number])[], family: AddressFamily, list: BlockList = new BlockList()): BlockList {
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, family);
  return list;
}

function embeddedIpv4(address: string): string {
  const words = wordsOf(address);
  return [6, 7].flatMap((index) => [(words[index] ?? 0) >> 8, (words[index] ?? 0) & 0xff]).join('.');
}

/** Returns the eight 16-bit words of an IPv6 address. */
function wordsOf(address: string): readonly number[] {
  // The URL parser serialises every notation, dotted decimal included, as hexadecimal words (WHATWG URL, IPv6 serializer).
  const text = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const zeros = '0:'.repeat(8 - written(text).length);
  return written(text.replace('::', `:${zeros}`)).map((word) => Number.parseInt(word, 16));
}

function written(text: string): readonly string[] {
  return text.split(':').filter((word) => word !== '');
}
