import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCpfs, isCpf } from '../../../shared/content/cpf.ts';

describe('isCpf', () => {
  it.each(['52998224725', '11144477735', '00000000191'])('accepts %s', (digits) => {
    expect(isCpf(digits)).toBe(true);
  });

  it.each(['52998224724', '11111111111', '00000000000', '5299822472', '529982247251', ''])('refuses %s', (digits) => {
    expect(isCpf(digits)).toBe(false);
  });

  it('refuses every number in which one digit was changed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('52998224725', '11144477735'),
        fc.integer({ min: 0, max: 10 }),
        fc.integer({ min: 1, max: 9 }),
        (cpf, at, add) => {
          const digits = Array.from(cpf);
          digits[at] = String((Number(digits[at]) + add) % 10);
          expect(isCpf(digits.join(''))).toBe(false);
        },
      ),
    );
  });
});

describe('findCpfs', () => {
  it.each([
    ['CPF 529.982.247-25.', ['529.982.247-25']],
    ['52998224725 e 111.444.777-35', ['52998224725', '111.444.777-35']],
    ['***.982.247-**', []],
    ['152998224725', []],
    ['1.529.982.247-25', []],
    ['', []],
  ])('finds in %j', (text, found) => {
    expect(findCpfs(text)).toEqual(found);
  });
});
