import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findCpfs, isCpf, maskedCpf } from '../../../shared/content/cpf.ts';

describe('a CPF in a text is found', () => {
  test.each([
    ['with points and dash', 'CPF 529.982.247-25.', '52998224725'],
    ['as eleven digits', 'cpf:52998224725;', '52998224725'],
    ['with the dash alone', '529982247-25', '52998224725'],
    ['parted by a line', 'CPF 529.982.\n247-25', '52998224725'],
    ['with spaces around its points', '529 . 982 . 247 - 25', '52998224725'],
    ['with a long dash', '529.982.247–25', '52998224725'],
    ['with a zero in front', '012.345.678-90', '01234567890'],
    ['at the end of a sentence before another number', 'CPF 529.982.247-25, 2 vias', '52998224725'],
  ])('%s', (_name, text, digits) => {
    expect(findCpfs(text).map((found) => found.digits)).toEqual([digits]);
  });

  test('once, however often it stands there', () => {
    expect(findCpfs('529.982.247-25 e 52998224725 e 111.444.777-35')).toEqual([
      { digits: '52998224725', written: '529.982.247-25' },
      { digits: '11144477735', written: '111.444.777-35' },
    ]);
  });
});

describe('no CPF is found in', () => {
  test.each([
    ['a masked number', '***.982.247-**'],
    ['a number whose check digits do not hold', '529.982.247-26'],
    ['the same digit eleven times', '111.111.111-11'],
    ['a longer number', '152998224725 529982247250'],
    ['a number of a process', '0052998224725/2026-11'],
    ['a CNPJ', '11.222.333/0001-81'],
    ['an amount', '1.529.982.247,25'],
    ['a telephone', '(61) 99999-9999'],
    ['three columns of numbers', '529 982 247 25'],
  ])('%s', (_name, text) => {
    expect(findCpfs(text)).toEqual([]);
  });
});

test.each(['5299822472', '529982247251', ''])('%j has not eleven digits and is no CPF', (digits) => {
  expect(isCpf(digits)).toBe(false);
});

test('exactly one ending of every nine digits makes a CPF', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_998 }), (number) => {
      const digits = String(number).padStart(9, '0');
      fc.pre(!/^(\d)\1{8}$/.test(digits));
      const endings = Array.from({ length: 100 }, (_, ending) => `${digits}${String(ending).padStart(2, '0')}`);
      expect(endings.filter(isCpf)).toHaveLength(1);
    }),
  );
});

test('the shown form has six of the eleven digits', () => {
  expect(maskedCpf('52998224725')).toBe('***.982.247-**');
});
