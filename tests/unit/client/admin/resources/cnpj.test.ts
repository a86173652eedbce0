import { expect, test } from 'vitest';
import { cnpjFault } from '../../../../../client/admin/resources/fields.ts';

test.each([
  ['11.222.333/0001-81', true],
  ['11222333000181', true],
  ['12.ABC.345/01DE-35', true],
  ['', true],
  [null, true],
  ['11.222.333/0001-80', false],
  ['11.111.111/1111-11', false],
  ['529.982.247-25', false],
  ['a definir', false],
])('the CNPJ %s is accepted: %s', (value, isAccepted) => {
  expect(cnpjFault(value) === undefined).toBe(isAccepted);
});
