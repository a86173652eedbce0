import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refusalOfAddress } from '../../../server/images/remote/public-addresses.ts';

const strict = (address: string): string | null => refusalOfAddress(address, { nat64: false });

describe('a public address', () => {
  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.0.1',
    '172.32.0.1',
    '198.17.0.1',
    '198.20.0.1',
    '223.255.255.255',
  ])('%s is accepted', (address) => expect(strict(address)).toBeNull());
  test.each(['2606:4700:4700::1111', '2001:4860:4860::8888', '2a00:1450:4001:80b::200e', '2804:14c::1'])('%s is accepted', (address) =>
    expect(strict(address)).toBeNull(),
  );
});

describe('an internal address', () => {
  test.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
  ])('%s is refused', (address) => expect(strict(address)).not.toBeNull());

  test.each([
    '::',
    '::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'febf::1',
    'fec0::1',
    'ff02::1',
    '100::1',
    '2001:db8::1',
    '3fff::1',
    '5f00::1',
    '4000::1',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
  ])('%s is refused', (address) => expect(strict(address)).not.toBeNull());

  test.each([
    ['mapped', '::ffff:127.0.0.1'],
    ['mapped, in hexadecimal', '::ffff:7f00:1'],
    ['mapped, of a public address', '::ffff:8.8.8.8'],
    ['mapped, written out', '0:0:0:0:0:ffff:10.0.0.1'],
    ['translated (RFC 2765)', '::ffff:0:127.0.0.1'],
    ['compatible', '::127.0.0.1'],
    ['6to4 of loopback', '2002:7f00:1::'],
    ['6to4 of a public address', '2002:808:808::1'],
    ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['ISATAP', '2606:4700::5efe:7f00:1'],
    ['ISATAP with a global address', '2606:4700::200:5efe:10.0.0.1'],
    ['NAT64 of loopback', '64:ff9b::7f00:1'],
    ['NAT64 of a public address', '64:ff9b::808:808'],
    ['NAT64 for local use', '64:ff9b:1::808:808'],
  ])('an IPv4 address written as %s is refused', (_name, address) => expect(strict(address)).not.toBeNull());

  test.each(['fe80::1%eth0', '2606:4700::1%lo', '', 'localhost', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '[::1]', '1.1.1.1 '])(
    '%j is no address at all',
    (address) => expect(strict(address)).toBe('not an address'),
  );
});

describe('the reason of a refusal', () => {
  test.each([
    ['127.0.0.1', 'not a public IPv4 address'],
    ['::1', 'not a public IPv6 address'],
    ['2002:808:808::1', 'not a public IPv6 address'],
    ['64:ff9b::808:808', 'a NAT64 address'],
    ['2606:4700::5efe:808:808', 'an ISATAP address'],
    ['2606:4700:0:1:200:5efe:808:808', 'an ISATAP address'],
    ['name', 'not an address'],
  ])('the reason to refuse %s is: %s', (address, reason) => expect(strict(address)).toBe(reason));

  test.each([
    ['64:ff9b::7f00:1', 'not a public IPv4 address'],
    ['64:ff9b:1::808:808', 'not a public IPv6 address'],
  ])('the reason to refuse %s with NAT64 is: %s', (address, reason) => expect(refusalOfAddress(address, { nat64: true })).toBe(reason));

  test.each([
    '2606:4700:5efe::1',
    '2606:4700::5efe:0:1:1',
    '2606:4700:0:0:1:5efe:808:808',
    '2606:4700::5eff:808:808',
    '2606:4700:1:2:3:4:5:6',
  ])('is none for %s, which only resembles ISATAP (RFC 5214 section 6.1)', (address) => expect(strict(address)).toBeNull());
});

describe('the bounds of a refused network', () => {
  test.each([
    ['1.0.0.0', '0.255.255.255'],
    ['9.255.255.255', '10.0.0.0'],
    ['126.255.255.255', '127.0.0.0'],
    ['128.0.0.0', '127.255.255.255'],
    ['169.253.255.255', '169.254.0.0'],
    ['172.15.255.255', '172.16.0.0'],
    ['192.0.1.0', '192.0.0.255'],
    ['192.0.3.0', '192.0.2.255'],
    ['192.31.195.255', '192.31.196.0'],
    ['192.52.194.0', '192.52.193.255'],
    ['192.88.98.255', '192.88.99.0'],
    ['192.167.255.255', '192.168.0.0'],
    ['192.175.49.0', '192.175.48.255'],
    ['198.51.99.255', '198.51.100.0'],
    ['203.0.114.0', '203.0.113.255'],
    ['2001:200::', '2001:1ff::'],
    ['2001:db9::', '2001:db8:ffff::'],
    ['2003::', '2002:ffff::'],
    ['2620:4f:8001::', '2620:4f:8000::'],
    ['3ffe::', '3fff:fff::'],
  ])('%s is accepted and %s is refused', (taken, refused) => {
    expect([strict(taken), strict(refused)]).toEqual([null, expect.any(String)]);
  });
});

describe('with NAT64 in the network', () => {
  test('an address of the well-known prefix counts as the IPv4 address in it', () => {
    const through = (address: string): string | null => refusalOfAddress(address, { nat64: true });
    expect(through('64:ff9b::808:808')).toBeNull();
    expect(through('64:ff9b::8.8.8.8')).toBeNull();
    for (const inside of ['64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b::169.254.169.254', '64:ff9b:1::808:808']) {
      expect(through(inside)).not.toBeNull();
    }
  });

  test('an embedded IPv4 address has the same result as the address alone', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const alone = refusalOfAddress(address, { nat64: true });
        expect(refusalOfAddress(`64:ff9b::${address}`, { nat64: true })).toBe(alone);
      }),
    );
  });
});

test('the check of an address never throws, for any text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.ipV6(), fc.ipV4Extended()), (text) => {
      expect(['string', 'object']).toContain(typeof strict(text));
    }),
  );
});
