/**
 * Which network addresses a picture may be fetched from: public ones alone. Everything that reaches this machine, its network or a
 * neighbour's is refused, in every notation in which an IPv6 address can hide an IPv4 one. It does not cover a public address that a
 * router of ours leads inside.
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

/** Inside 2000::/3, which alone is public; outside of it everything is refused. */
const REFUSED_IPV6: readonly (readonly [string, number])[] = [
  // Protocol assignments, Teredo (2001::/32), ORCHID and benchmarking among them; Teredo hides the IPv4 address of a client.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4 (RFC 3056, deprecated by RFC 7526): the next 32 bits are an IPv4 address that a relay would reach.
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
  ['5f00::', 16],
];

const REFUSED = blockList(REFUSED_IPV4, 'ipv4', blockList(REFUSED_IPV6, 'ipv6'));
const PUBLIC_IPV6 = blockList([['2000::', 3]], 'ipv6');
/** RFC 6052 §2.1: the well-known prefix of NAT64. The prefix for local use (64:ff9b:1::/48) leads inside by its purpose. */
const NAT64 = blockList([['64:ff9b::', 96]], 'ipv6');

/** RFC 5214 §6.1: an interface identifier of ISATAP, with an IPv4 address in its last 32 bits. */
const ISATAP_MARKS: ReadonlySet<number> = new Set([0x0000_5efe, 0x0200_5efe]);

/**
 * Returns why nothing may be fetched from `address`, or null when it is public. `nat64` takes addresses of the well-known NAT64 prefix
 * for the IPv4 addresses that they carry.
 */
export function refusalOfAddress(address: string, { nat64 }: { readonly nat64: boolean }): string | null {
  const version = isIP(address);
  if (version === 0 || address.includes('%')) return 'not an address';
  if (version === 4) return REFUSED.check(address, 'ipv4') ? 'not a public IPv4 address' : null;
  if (NAT64.check(address, 'ipv6')) return nat64 ? refusalOfAddress(embeddedIpv4(address), { nat64 }) : 'a NAT64 address';
  // Mapped and compatible forms of IPv4 lie outside of 2000::/3, and so do loopback, link-local, unique local and multicast.
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

/** The eight words of an IPv6 address. */
function wordsOf(address: string): readonly number[] {
  // The URL parser writes every notation, dotted quads included, as hexadecimal words (WHATWG URL, IPv6 serializer).
  const text = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = '', after] = text.split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  const middle = after === undefined ? 0 : 8 - head.length - tail.length;
  return [...head, ...Array.from({ length: middle }, () => '0'), ...tail].map((word) => Number.parseInt(word, 16));
}
