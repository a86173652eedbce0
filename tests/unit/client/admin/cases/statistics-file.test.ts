/** What a chosen file of statistics is read as. */
import { describe, expect, it } from 'vitest';
import { monthName, readStatisticsFile } from '../../../../../client/admin/cases/statistics-file.ts';

const HEAD = 'canal;ano;mes;dimensao;valor;quantidade\r\n';
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('a file of statistics', () => {
  it('a file in UTF-8, with or without byte order mark, is text', () => {
    expect(readStatisticsFile(utf8(`${HEAD}ouvidoria;2025;1;assunto;Perícia;5`))).toEqual({
      kind: 'text',
      text: `${HEAD}ouvidoria;2025;1;assunto;Perícia;5`,
    });
    expect(readStatisticsFile(utf8(`\uFEFF${HEAD}`))).toEqual({ kind: 'text', text: HEAD });
  });

  it.each([
    ['Windows-1252', Buffer.from(`${HEAD}ouvidoria;2025;1;assunto;Perícia;5`, 'latin1'), /não está em UTF-8/],
    ['UTF-16', Buffer.from(`\uFEFF${HEAD}`, 'utf16le'), /não está em UTF-8/],
    ['UTF-16 without byte order mark', Buffer.from(HEAD, 'utf16le'), /não está em UTF-8/],
    ['a workbook', Buffer.from('PK\u0003\u0004', 'latin1'), /é uma planilha/],
    ['nothing', Buffer.alloc(0), /está vazio/],
    ['more than the limit', Buffer.alloc(900_001, 'a'), /grande demais.*Divida-o/],
  ])('a file of %s is refused with what to do', (_what, bytes, reason) => {
    expect(readStatisticsFile(bytes)).toEqual({ kind: 'unreadable', reason: expect.stringMatching(reason) as string });
  });
});

it('a month is named by its channel', () => {
  expect(monthName({ canal: 'sic', ano: 2025, mes: 3 }, (canal) => canal.toUpperCase())).toBe('SIC, março de 2025');
});
