/** What the making of documents from files takes from names of files, and which files it leaves out. */
import { expect, test } from 'vitest';
import { titleOf, yearOf } from '../../../../../client/admin/lists/documents-from-files/file-names.ts';
import { filesWithDocument } from '../../../../../client/admin/lists/documents-from-files/known-files.ts';

test.each([
  ['ATA 03-2024 CONSELHO.pdf', 'ATA 03-2024 CONSELHO', 2024],
  ['ata_reuniao_2019-04-12.pdf', 'ata reuniao 2019-04-12', 2019],
  ['balancete-janeiro-2026.v2.pdf', 'balancete janeiro 2026.v2', 2026],
  ['2023-2024 plano.pdf', '2023-2024 plano', null],
  ['Lei 1234.pdf', 'Lei 1234', null],
  ['processo 20240001.pdf', 'processo 20240001', null],
  ['Relato\u0301rio.pdf', 'Relatório', null],
])('%s is “%s” of %s', (name, title, year) => {
  expect([titleOf(name), yearOf(name)]).toEqual([title, year]);
});

test('a file of the name and the size of one that a document of the category has is known, in requests of 200 names', async () => {
  const files = Array.from({ length: 201 }, (_value, index) => ({ name: `${index}.pdf`, size: index }));
  const asked: unknown[] = [];
  const run = async <Answer>(_query: string, variables: Readonly<Record<string, unknown>> = {}): Promise<Answer> => {
    asked.push([variables['category'], (variables['names'] as readonly string[]).length]);
    const stored = [
      { nome: '200.pdf', tamanho_bytes: 200 },
      { nome: '7.pdf', tamanho_bytes: 8 },
    ];
    return { files: stored.map((arquivo) => ({ arquivo })) } as Answer;
  };
  expect([...(await filesWithDocument(run, 'leis', files))]).toEqual([files[200]]);
  expect(asked).toEqual([
    ['leis', 200],
    ['leis', 1],
  ]);
});

test('a file whose name has its accents apart, as on a Mac, is the one that is stored with them composed', async () => {
  const file = { name: 'Relato\u0301rio.pdf', size: 3 };
  const run = async <Answer>(_query: string, variables: Readonly<Record<string, unknown>> = {}): Promise<Answer> => {
    const stored = [{ nome: 'Relat\u00f3rio.pdf', tamanho_bytes: 3 }].filter(({ nome }) =>
      (variables['names'] as readonly string[]).includes(nome),
    );
    return { files: stored.map((arquivo) => ({ arquivo })) } as Answer;
  };
  expect([...(await filesWithDocument(run, 'leis', [file]))]).toEqual([file]);
});
