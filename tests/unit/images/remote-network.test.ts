import { expect, test } from 'vitest';
import { REMOTE_NETWORK } from '../../../server/images/remote/network.ts';

test('the network of the site is encrypted, at the port of its scheme', () => {
  expect([REMOTE_NETWORK.scheme, REMOTE_NETWORK.port]).toEqual(['https:', null]);
});

test('every address of a name is known, and none inside is let through', async () => {
  const addresses = await REMOTE_NETWORK.resolve('localhost');
  expect(addresses.length).toBeGreaterThan(0);
  for (const address of addresses) {
    expect(['127.0.0.1', '::1']).toContain(address);
    expect(REMOTE_NETWORK.refusalOf(address, { nat64: false })).toEqual(expect.any(String));
  }
  expect(REMOTE_NETWORK.refusalOf('8.8.8.8', { nat64: false })).toBeNull();
});

test('each fetch has a time of its own', () => {
  const [first, second] = [REMOTE_NETWORK.deadline(), REMOTE_NETWORK.deadline()];
  expect([first.aborted, first === second]).toEqual([false, false]);
});
