import { expect, test } from 'vitest';
import { packageName } from '../../../shared/open-data/package-name.ts';

test.each([
  ['Ata da 3ª reunião (final).pdf', '7-ata-da-3a-reuniao-final.pdf'],
  ['../../etc/passwd', '7-etc-passwd'],
  ['..\\..\\autoexec.BAT', '7-autoexec.bat'],
  ['CON.pdf', '7-arquivo.pdf'],
  ['😀.pdf', '7-arquivo.pdf'],
  ['.htaccess', '7-htaccess'],
  [`${'a'.repeat(300)}.pdf`, `7-${'a'.repeat(80)}.pdf`],
  ['nota.p\u202edf', '7-nota-p-df'],
])('%s is a plain name', (name, expected) => {
  expect(packageName(7, name, new Set())).toBe(expected);
});

test('two files of one document have two names', () => {
  const names = new Set<string>();
  expect(['a.pdf', 'Á.PDF', 'a.pdf'].map((name) => packageName(7, name, names))).toEqual(['7-a.pdf', '7-a-2.pdf', '7-a-3.pdf']);
});
