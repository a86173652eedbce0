/** What the setting about the approval of another person says of itself. */
import { expect, test } from 'vitest';
import { APPROVED_TABLES } from '../../../../../client/admin/approval/approval.ts';
import { contentTypeOf } from '../../../../../client/admin/resources/content-types.ts';

const help = contentTypeOf('configuracao_site').fields.find(({ name }) => name === 'exige_aprovacao')?.help ?? '';
const [within = '', outside = ''] = help.split('Todo o resto');

test('it names each content that another person approves', () => {
  const isNamed = (table: string): boolean =>
    contentTypeOf(table)
      .many.toLowerCase()
      .split(' ')
      .some((word) => word.length > 5 && within.includes(word));
  expect([...APPROVED_TABLES].filter((table) => !isNamed(table))).toEqual([]);
});

test('it says that people, units, bodies, menus and the settings change at once, and that two people are needed', () => {
  for (const name of ['pessoas', 'unidades', 'órgãos', 'menus', 'esta configuração', 'duas pessoas']) expect(outside).toContain(name);
});
