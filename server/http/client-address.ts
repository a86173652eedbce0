/**
 * The address by which limits know a client: that of the connection, or the one that the trusted proxies report. Many people may share it
 * (carrier-grade NAT), so a limit by address must leave room for many.
 */
import type { IncomingMessage } from 'node:http';
import { isIPv6, SocketAddress } from 'node:net';
import { splitList } from '../message/field-lines.ts';

/**
 * Returns the client's address; null for requests of this machine, such as the warm-up's. What a proxy of this machine forwards is none of them: where
 * too few or too many proxies are trusted, its visitors share one address, and have no limits otherwise.
 */
export type ClientAddressOf = (req: IncomingMessage) => string | null;

/** Makes the function that names a client. @param trustProxy number of proxies in front whose X-Forwarded-For is believed */
export function clientAddresses(trustProxy: number): ClientAddressOf {
  return (req) => {
    const address = unmapped(forwardedAddress(req, trustProxy));
    const isForwarded = req.headers['x-forwarded-for'] !== undefined;
    if (!isForwarded && (address === '::1' || address.startsWith('127.'))) return null;
    return isIPv6(address) ? networkOf(address) : address;
  };
}

/** Each proxy appends the address that it was called from, so the last `trustProxy` hops are known to be true and all before are not. */
function forwardedAddress({ socket, headers }: IncomingMessage, trustProxy: number): string {
  const peer = socket.remoteAddress ?? '';
  const hops = [...splitList(String(headers['x-forwarded-for'] ?? '')), peer];
  return withoutPort(hops[Math.max(0, hops.length - 1 - trustProxy)] ?? peer);
}

const IPV4_AND_PORT = /^(\d+\.\d+\.\d+\.\d+):\d+$/;
const BRACKETED_IPV6 = /^\[([^\]]+)\](?::\d+)?$/;

/** Some proxies append the port of the connection, which differs for each of one client. */
function withoutPort(hop: string): string {
  return IPV4_AND_PORT.exec(hop)?.[1] ?? BRACKETED_IPV6.exec(hop)?.[1] ?? hop;
}

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** RFC 4291 §2.5.5.2: a socket for both families reports IPv4 clients by mapped addresses. */
function unmapped(address: string): string {
  return MAPPED_IPV4.exec(address)?.[1] ?? address;
}

/** Returns the first 64 bits: a provider gives each customer at least that much (RFC 6177), so each has as many addresses as they like. */
function networkOf(address: string): string {
  // SocketAddress drops the interface that a link-local address names behind a percent sign (RFC 4007 §11).
  const [head = '', tail] = new SocketAddress({ address, family: 'ipv6' }).address.split('::');
  const leading = head === '' ? [] : head.split(':');
  const trailing = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - leading.length - trailing.length) }, () => '0');
  return `${[...leading, ...zeros, ...trailing].slice(0, 4).join(':')}::/64`;
}
