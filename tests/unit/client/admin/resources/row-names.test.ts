import { expect, test } from 'vitest';
import type { Access } from '../../../../../client/admin/data/access.ts';
import type { RunGraphql, Variables } from '../../../../../client/admin/data/graphql.ts';
import { NAMED_BY_KEY, readNames } from '../../../../../client/admin/screens/dashboard/row-names.ts';

const readable = (...columns: string[]) => ({
  readable: new Set(columns),
  insertable: new Set<string>(),
  changeable: new Set<string>(),
  canDelete: false,
});
const ACCESS: Access = new Map([
  ['noticia', readable('id', 'titulo')],
  ['categoria_documento', readable('slug', 'rotulo')],
  ['menu_item', readable('id')],
]);

test('rows of reports have their titles by one request, which asks each table once for what the role may read', async () => {
  const asked: { readonly query: string; readonly variables: Variables }[] = [];
  const run: RunGraphql = <Data>(query: string, variables: Variables = {}) => {
    asked.push({ query, variables });
    return Promise.resolve({
      noticia: [{ id: 1, titulo: 'Mutirão' }],
      categoria_documento: [{ slug: 'leis', rotulo: 'Leis' }],
    } as Data);
  };
  const rows = [
    { tabela: 'noticia', chave: '1' },
    { tabela: 'noticia', chave: '1' },
    { tabela: 'noticia', chave: '2' },
    { tabela: 'noticia', chave: null },
    { tabela: 'categoria_documento', chave: 'leis' },
    { tabela: 'menu_item', chave: '7' },
    { tabela: 'tabela_sem_formulario', chave: '9' },
    { tabela: 'documento_arquivo', chave: '1176:f740a983-ba7a-4772-99b0-5af71a8f9149' },
  ];
  const nameOf = await readNames(run, ACCESS, rows);
  expect(rows.map(nameOf)).toEqual([
    'notícia “Mutirão”',
    'notícia “Mutirão”',
    'notícia 2',
    'notícia',
    'categoria de documento “Leis”',
    'item de menu 7',
    'registro 9',
    'item de “Arquivos” de documento',
  ]);
  expect(asked.map(({ variables }) => variables)).toEqual([
    { noticia: { id: { _in: [1, 2] } }, categoria_documento: { slug: { _in: ['leis'] } } },
  ]);
  expect(asked[0]?.query).not.toMatch(/menu_item|tabela_sem/);
});

test('nothing is asked where no row has a title', async () => {
  const run: RunGraphql = () => Promise.reject(new Error('asked'));
  expect((await readNames(run, ACCESS, [{ tabela: 'noticia', chave: null }]))({ tabela: 'noticia', chave: '3' })).toBe('notícia 3');
  expect(NAMED_BY_KEY({ tabela: 'noticia', chave: '3' })).toBe('notícia 3');
});
