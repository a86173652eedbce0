import { expect, test } from 'vitest';
import { safeAddress } from '../../../shared/html/address.ts';
import { ACCEPTED_ADDRESSES, REFUSED_ADDRESSES } from '../../support/addresses.ts';

test.each(ACCEPTED_ADDRESSES)('%j is an address that a page may link to', (address) => {
  expect(safeAddress(address)).toBe(address);
});

test.each(REFUSED_ADDRESSES)('%j is refused', (address) => {
  expect(safeAddress(address)).toBeNull();
});

test('spaces around an address are no part of it, and nothing is no address', () => {
  expect(safeAddress('  /lai ')).toBe('/lai');
  expect(safeAddress(null)).toBeNull();
});

test.each(['https://[', 'http://a b/', 'https://:80'])('%j is refused, because it is no URL', (address) => {
  expect(safeAddress(address)).toBeNull();
});
