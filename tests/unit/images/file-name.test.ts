import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pictureFileName } from '../../../server/images/answer.ts';

test.each([
  ['Reunião do Conselho (março).jpeg', 'Reuniao-do-Conselho-marco.webp'],
  ['../../etc/passwd', 'etc-passwd.webp'],
  ['a"; filename="b.exe', 'a-filename-b.webp'],
  ['a\r\nSet-Cookie: x=1.png', 'a-Set-Cookie-x-1.webp'],
  ['\u202Egpj.foto', 'gpj.webp'],
  ['图片.png', 'imagem.webp'],
  ['', 'imagem.webp'],
])('a copy of %j is named %s', (name, expected) => {
  expect(pictureFileName(name, 'webp')).toBe(expected);
});

test('a file name never holds a character that could end or split the header field', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
      expect(pictureFileName(name, 'webp')).toMatch(/^[\w-]{1,80}\.webp$/);
    }),
  );
});
