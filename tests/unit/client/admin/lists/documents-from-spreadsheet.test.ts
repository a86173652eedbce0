/** Spreadsheets as Excel and LibreOffice write them become rows of documents; what cannot be read is named with its line and column. */
import { describe, expect, test } from 'vitest';
import { readCsv } from '../../../../../client/admin/lists/documents-from-spreadsheet/csv-text.ts';
import { foresee, importRows } from '../../../../../client/admin/lists/documents-from-spreadsheet/spreadsheet-request.ts';
import {
  allProblems,
  MOST_ROWS,
  readRows,
  type SpreadsheetRows,
} from '../../../../../client/admin/lists/documents-from-spreadsheet/spreadsheet-rows.ts';
import { csvCell, csvHead } from '../../../../../shared/open-data/csv.ts';
import { DOCUMENTOS } from '../../../../../shared/open-data/documentos.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));
const utf16 = (text: string): Uint8Array => new Uint8Array(Uint16Array.from(`\uFEFF${text}`, (char) => char.charCodeAt(0)).buffer);

function rowsOf(bytes: Uint8Array): SpreadsheetRows {
  const csv = readCsv(bytes);
  if (csv.kind === 'unreadable') throw new Error(csv.reason);
  return readRows(csv.lines);
}

const TABLE = 'categoria;titulo;exercicio\r\nleis;Lei da previdência;2024\r\n';
const ROW = { linha: 2, categoria: 'leis', titulo: 'Lei da previdência', exercicio: 2024 };

describe('the text of a file', () => {
  test.each([
    ['UTF-8 with a byte order mark', utf8(`\uFEFF${TABLE}`)],
    ['UTF-8 without one', utf8(TABLE)],
    ['Windows-1252, as Excel saves "CSV"', latin1(TABLE)],
    ['UTF-16, as Excel saves "Unicode text"', utf16(TABLE.replaceAll(';', '\t'))],
    ['commas', utf8(TABLE.replaceAll(';', ','))],
    ['quotes around each cell', utf8(TABLE.replaceAll(/[^;\r\n]+/g, '"$&"'))],
    ['empty lines and columns at its end', utf8(TABLE.replaceAll('\r\n', ';;\r\n').concat(';;;;\r\n\r\n'))],
  ])('is read in %s', (_name, bytes) => {
    expect(rowsOf(bytes)).toEqual({ rows: [ROW], problems: [], ignored: [] });
  });

  test('keeps line ends and doubled quotes within quotes, and counts lines as an editor of texts does', () => {
    const { rows } = rowsOf(utf8('categoria;titulo;ementa\nleis;Um;"a\nb ""c"""\nleis;Dois;d'));
    expect(rows.map(({ linha, ementa }) => [linha, ementa])).toEqual([
      [2, 'a\nb "c"'],
      [4, 'd'],
    ]);
  });

  test.each([
    ['two columns', 'id;titulo\n1;Um\n2;Dois\n'],
    ['another separator within quotes', 'id,titulo\n1,"Um; dois; três"\n2,"Dois; três; quatro"\n'],
    ['lines that end in CR, as Excel saves "CSV (Macintosh)"', 'id;titulo;fonte\r1;Um;a\r2;Dois;b\r'],
    ['lines that end in different ways', 'id;titulo;fonte\r\n1;Um;a\n2;Dois;b\r\n'],
  ])('has its columns and lines where it has %s', (_name, text) => {
    const { rows } = rowsOf(utf8(text));
    expect(rows.map(({ linha, id }) => [linha, id])).toEqual([
      [2, 1],
      [3, 2],
    ]);
    expect(new Set(rows.map((row) => Object.keys(row).length - 1))).toEqual(
      new Set([text.slice(0, text.search(/[\r\n]/)).split(/[;,]/).length]),
    );
  });

  test('is refused where it is a workbook, empty, or has an open quote', () => {
    const reason = (bytes: Uint8Array): string => JSON.stringify(readCsv(bytes));
    expect(reason(utf8('PK\u0003\u0004'))).toContain('salve a planilha como CSV');
    expect(reason(new Uint8Array())).toContain('vazio');
    expect(reason(utf8('categoria;titulo\nleis;"aberto'))).toContain('aspas');
  });
});

describe('rows', () => {
  test('take dates, values and addresses as spreadsheets and the open data write them', () => {
    const { rows, problems } = rowsOf(
      utf8(
        [
          'id;categoria;titulo;data_ato;publicado_em;valor;arquivo',
          "1;leis;'=Um;2024-03-01;1/4/2024;R$ 1.234,56;https://site.gov.br/nhostprovider/0B6E0000-0000-4000-8000-000000000001",
          '2;leis;Dois;;;1234.5;https://outro.gov.br/lei.pdf',
          '3;leis;Três;;;12.500;',
        ].join('\n'),
      ),
    );
    expect(problems).toEqual([]);
    expect(rows).toEqual([
      {
        linha: 2,
        id: 1,
        categoria: 'leis',
        titulo: '=Um',
        data_ato: '2024-03-01',
        publicado_em: '2024-04-01',
        valor: '1234.56',
        arquivo: '0b6e0000-0000-4000-8000-000000000001',
      },
      {
        linha: 3,
        id: 2,
        categoria: 'leis',
        titulo: 'Dois',
        data_ato: null,
        publicado_em: null,
        valor: '1234.5',
        url_externa: 'https://outro.gov.br/lei.pdf',
      },
      { linha: 4, id: 3, categoria: 'leis', titulo: 'Três', data_ato: null, publicado_em: null, valor: '12500' },
    ]);
  });

  test('take the headings of the list that the administration exports', () => {
    const { rows, ignored } = rowsOf(
      utf8('Identificação;Título;Competência: início;Data do ato;Em poucas palavras;Situação no site\n1;Um;01/02/2024;;Resumo;Publicado'),
    );
    expect(rows).toEqual([{ linha: 2, id: 1, titulo: 'Um', competencia_inicio: '2024-02-01', data_ato: null, resumo_simples: 'Resumo' }]);
    expect(ignored).toEqual(['Situação no site']);
  });

  test('take what the open data of documents have, but for what the site works out itself', () => {
    const { ignored } = rowsOf(utf8(`${csvHead(DOCUMENTOS.columns.map(({ name }) => csvCell(name)))}1\r\n`));
    expect(ignored).toEqual([
      'atualizado_em',
      'processo',
      'pagina',
      'arquivo_nome',
      'arquivo_tipo',
      'arquivo_bytes',
      'arquivo_paginas',
      'arquivo_sha256',
      'outros_arquivos',
      'substitui',
      'revogado_por',
    ]);
  });

  test('name the line and the column of each value that is none', () => {
    const { problems } = rowsOf(
      utf8('id;categoria;titulo;exercicio;data_ato;valor;arquivo\nx;leis;Um;24;31/02/2024;dez;lei.pdf\n1;leis;Um;2024;0024-03-01;;;a mais'),
    );
    expect(problems.map(({ linha, coluna, mensagem }) => `${linha} ${coluna}: ${mensagem}`)).toEqual([
      '2 id: “x” não é o número de um documento.',
      '2 exercicio: “24” não é um ano de 1988 a 2100.',
      '2 data_ato: “31/02/2024” não é uma data: escreva como 31/12/2026 ou 2026-12-31.',
      '2 valor: “dez” não é um valor em reais: escreva como 1234,56.',
      '2 arquivo: “lei.pdf” não é um endereço: comece por https://.',
      '3 null: Há mais valores do que colunas. Um texto com o separador precisa de aspas.',
      '3 data_ato: “0024-03-01” não é uma data: escreva como 31/12/2026 ou 2026-12-31.',
    ]);
  });

  test.each([
    ['titulo;exercicio\nUm;2024', 'Precisa de categoria e titulo, ou de id'],
    ['categoria;titulo;Título\nleis;Um;Um', 'duas vezes'],
    ['categoria;titulo', 'só tem os nomes'],
    [`categoria;titulo\n${'leis;Um\n'.repeat(MOST_ROWS + 1)}`, 'Divida-o'],
  ])('are refused as a whole: %#', (text, reason) => {
    expect(
      rowsOf(utf8(text))
        .problems.map(({ mensagem }) => mensagem)
        .join(),
    ).toContain(reason);
  });
});

test('what the file and the site find wrong is told together, each column of a line once', () => {
  const ofFile = [{ linha: 3, coluna: 'exercicio', mensagem: '“24” não é um ano.' }];
  const ofSite = [
    { linha: 2, coluna: 'titulo', mensagem: 'Falta o título.' },
    { linha: 3, coluna: 'exercicio', mensagem: 'Falta o exercício.' },
  ];
  expect(allProblems(ofFile, ofSite)).toEqual([ofSite[0], ofFile[0]]);
});

test('a long spreadsheet is sent in parts under one id, and foreseen as a whole', async () => {
  const asked: { readonly query: string; readonly variables: Readonly<Record<string, unknown>> }[] = [];
  const run = <Data>(query: string, variables: Readonly<Record<string, unknown>> = {}): Promise<Data> => {
    asked.push({ query: /\w+ \w+/.exec(query)?.[0] ?? '', variables });
    const rows = [{ linha: 2, acao: 'novo', titulo: 'Um', coluna: null, mensagem: null }];
    return Promise.resolve({ part: { planilha: 'p' }, rows } as Data);
  };
  const rows = Array.from({ length: 2_500 }, (_, at) => ({ linha: at + 2, titulo: 'x'.repeat(200) }));
  expect(await foresee(run, rows)).toEqual({ kind: 'rows', spreadsheet: 'p', rows: [{ linha: 2, acao: 'novo', titulo: 'Um' }] });
  expect(asked.map(({ query }) => query)).toEqual(['mutation FirstPart', 'mutation NextPart', 'mutation NextPart', 'query Foresee']);
  expect(asked.flatMap(({ variables }) => (variables['rows'] as readonly object[] | undefined) ?? [])).toEqual(rows);
  for (const { variables } of asked) expect(JSON.stringify(variables).length).toBeLessThan(400_000);
  expect(await importRows(run, 'p')).toEqual({ made: 1, changed: 0 });
});
