import { describe, expect, it } from 'vitest';
import { contentDisposition } from '../../../server/http/content-disposition.ts';

describe('contentDisposition', () => {
  it.each([
    ['ata.pdf', 'inline; filename="ata.pdf"'],
    [
      'Relatório de Gestão 2025.pdf',
      `inline; filename="Relatorio de Gestao 2025.pdf"; filename*=UTF-8''Relat%C3%B3rio%20de%20Gest%C3%A3o%202025.pdf`,
    ],
    ['a"b.pdf', 'inline; filename="a_b.pdf"'],
    ['a\r\nSet-Cookie: x=1.pdf', 'inline; filename="a_Set-Cookie_ x=1.pdf"'],
    ['../../etc/passwd', 'inline; filename="_.._etc_passwd"'],
    ['..\\..\\boot.ini', 'inline; filename="_.._boot.ini"'],
    ['100%.pdf', `inline; filename="100_.pdf"; filename*=UTF-8''100%25.pdf`],
    ['a+b.pdf', 'inline; filename="a+b.pdf"'],
    ['nota\u202efdp.exe', 'inline; filename="nota_fdp.exe"'],
    ["l'acte (1).pdf", `inline; filename="l'acte (1).pdf"`],
    ["l'açte (1).pdf", `inline; filename="l'acte (1).pdf"; filename*=UTF-8''l%27a%C3%A7te%20%281%29.pdf`],
    ['ç*?.pdf', `inline; filename="c_.pdf"; filename*=UTF-8''%C3%A7_.pdf`],
    ['a\u0301\u0323.pdf', `inline; filename="a.pdf"; filename*=UTF-8''%E1%BA%A1%CC%81.pdf`],
    ['\u0301', `inline; filename="arquivo"; filename*=UTF-8''%CC%81`],
    ['\uff0fetc', `inline; filename="_etc"; filename*=UTF-8''%EF%BC%8Fetc`],
    [' .a.b. ', 'inline; filename="a.b"'],
    ['a \t b.pdf', 'inline; filename="a _ b.pdf"'],
    ['', 'inline; filename="arquivo"'],
    ['...', 'inline; filename="arquivo"'],
    ['日本.pdf', `inline; filename="__.pdf"; filename*=UTF-8''%E6%97%A5%E6%9C%AC.pdf`],
    ['\ud800.pdf', `inline; filename="_.pdf"; filename*=UTF-8''%EF%BF%BD.pdf`],
  ])('%j', (name, expected) => {
    expect(contentDisposition('inline', name)).toBe(expected);
  });

  it.each([
    ['a'.repeat(120), 'a'.repeat(120)],
    ['a'.repeat(121), 'a'.repeat(120)],
    [`${'a'.repeat(200)}.tar-gz`, 'a'.repeat(120)],
    [`${'a'.repeat(200)}.123456789`, `${'a'.repeat(110)}.123456789`],
    [`${'a'.repeat(200)}.1234567890`, 'a'.repeat(120)],
    [`a.pdf${'b'.repeat(200)}`, `a.pdf${'b'.repeat(115)}`],
  ])('shortens %s to 120 characters, with an extension of at most ten', (name, shown) => {
    expect(contentDisposition('inline', name)).toBe(`inline; filename="${shown}"`);
  });

  it('shortens a name of 4 KB and keeps its extension', () => {
    expect(contentDisposition('attachment', `${'a'.repeat(4_096)}.pdf`)).toBe(`attachment; filename="${'a'.repeat(116)}.pdf"`);
  });
});
