import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { clientAddresses } from '../../../server/http/client-address.ts';

function from(remoteAddress: string | undefined, forwarded?: string): IncomingMessage {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
}

describe('the address of a client', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['fe80::1', 'fe80:0:0:0::/64'],
    ['2001:0:0:4:5:6:7:8', '2001:0:0:4::/64'],
    ['::3:4:5:6:7:8', '0:0:3:4::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('the client of a connection from %s has the address %s', (peer, expected) => {
    expect(clientAddresses(0)(from(peer))).toBe(expected);
  });

  test.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])('is none for a connection from %s', (peer) => {
    expect(clientAddresses(0)(from(peer))).toBeNull();
  });

  test.each([
    [0, '198.51.100.1', '127.0.0.1'],
    [0, '198.51.100.1', '::1'],
    [2, '127.0.0.1', '127.0.0.1'],
  ])(
    'visitors behind a proxy of this machine share its address where %i proxies are trusted and X-Forwarded-For is %s',
    (trusted, field, peer) => {
      expect(clientAddresses(trusted)(from(peer, field))).not.toBeNull();
    },
  );

  test.each([
    [0, '198.51.100.1', '10.0.0.1'],
    [1, '198.51.100.1', '198.51.100.1'],
    [1, '127.0.0.1, 198.51.100.1', '198.51.100.1'],
    [2, '203.0.113.9, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
    [3, '198.51.100.1', '198.51.100.1'],
    [1, '2001:db8:9:9:1::1', '2001:db8:9:9::/64'],
    [1, '203.0.113.7:52100', '203.0.113.7'],
    [1, '[2001:db8:9:9:1::1]:443', '2001:db8:9:9::/64'],
    [1, '[2001:db8:9:9:1::1]', '2001:db8:9:9::/64'],
    [1, '::ffff:203.0.113.7', '203.0.113.7'],
    [1, '[::ffff:203.0.113.7]:52100', '203.0.113.7'],
    [1, '', '10.0.0.1'],
    [1, undefined, '10.0.0.1'],
  ])('the client behind %i trusted proxies with X-Forwarded-For %s has the address %s', (trustProxy, forwarded, expected) => {
    expect(clientAddresses(trustProxy)(from('10.0.0.1', forwarded))).toBe(expected);
  });
});
