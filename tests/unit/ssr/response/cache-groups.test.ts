import { describe, expect, it } from 'vitest';
import { missingGroups, pageGroups } from '../../../../server/ssr/response/cache-groups.ts';
import { MAX_GROUPS } from '../../../../shared/cache/groups.ts';

/** The groups of a page whose operations name none of their own. */
const groupsOf = (given: ReturnType<typeof route>, results: readonly unknown[]) => pageGroups(given, { calls: [], results });

const route = (...groups: readonly string[]) => ({ id: 'noticia', groups });

describe('the cache groups of a page', () => {
  it('name the state as the route shows it, the tables of the route and every row, however deep', () => {
    const results = [
      {
        noticia: {
          __typename: 'noticia',
          id: 4,
          imagem: { __typename: 'arquivo', id: 'ab-cd' },
          categoria: { __typename: 'tag', slug: 'rh' },
        },
      },
      { categoria: [{ __typename: 'categoria', codigo: 'leis' }] },
    ];
    expect(groupsOf(route('noticia'), results)).toEqual([
      'site:noticia',
      'noticia',
      'noticia:4',
      'arquivo:ab-cd',
      'tag:rh',
      'categoria:leis',
    ]);
  });

  it('of a row that has a list in one result and none in another name it as a parent, in whichever order', () => {
    const plain = { unidade: { __typename: 'unidade', id: 3 } };
    const parent = { unidade_by_pk: { __typename: 'unidade', id: 3, contatos: [] } };
    expect(groupsOf(route(), [plain, parent])).toEqual(groupsOf(route(), [parent, plain]));
    expect(groupsOf(route(), [plain, parent])).toEqual(['site:noticia', 'unidade:3+']);
  });

  it('read the rows of a result once, however many pages show it', () => {
    const reads: string[] = [];
    const row = new Proxy(
      { __typename: 'noticia', id: 4 },
      { get: (target, name) => (reads.push(String(name)), Reflect.get(target, name)) },
    );
    const results = [{ noticia: row }];
    const first = groupsOf(route(), results);
    const count = reads.length;
    expect(groupsOf(route('noticia'), results)).toEqual(['site:noticia', 'noticia', 'noticia:4']);
    expect([first, reads.length]).toEqual([['site:noticia', 'noticia:4'], count]);
  });

  it('name those of each operation beside those of the route', () => {
    const calls = [
      { operation: 'NoticiasRecentes', variables: {}, groups: ['noticia:*'] } as const,
      { operation: 'Unidades', variables: {} } as const,
    ];
    expect(pageGroups(route('unidade'), { calls, results: [] })).toEqual(['site:noticia', 'unidade', 'noticia:*']);
  });

  it('prefer the id of a row to its other keys', () => {
    expect(groupsOf(route(), [{ pagina: { __typename: 'pagina', slug: 'privacidade', id: 9 } }])).toEqual(['site:noticia', 'pagina:9']);
  });

  it.each([
    ['rows', [{ __typename: 'contato', id: 7 }], ['contato:7']],
    ['no rows yet', [], []],
    ['a count of rows', { __typename: 'contato_aggregate', aggregate: { count: 0 } }, []],
  ])('name a row with %s below it as their parent', (_name, contatos, more) => {
    const unidade = { __typename: 'unidade', id: 3, contatos };
    expect(groupsOf(route(), [{ unidade }])).toEqual(['site:noticia', 'unidade:3+', ...more]);
  });

  it('name a row once, as a parent where it is one anywhere', () => {
    const whole = { __typename: 'documento', id: 1, arquivos: [] };
    const cited = { __typename: 'documento', id: 1 };
    expect(groupsOf(route(), [{ a: whole, b: cited }])).toEqual(['site:noticia', 'documento:1+']);
    expect(groupsOf(route(), [{ b: cited, a: whole }])).toEqual(['site:noticia', 'documento:1+']);
  });

  it('take no list of plain values for rows', () => {
    const categoria = { __typename: 'categoria_documento', slug: 'leis', campos: ['numero'], anos: [null], horario: [{ dias: 'Segunda' }] };
    expect(groupsOf(route(), [{ categoria }])).toEqual(['site:noticia', 'categoria_documento:leis']);
  });

  it('leave out objects without a key or a type', () => {
    const results = [{ a: { __typename: 'noticia_aggregate', aggregate: { count: 3 } }, b: { id: 1 } }, null];
    expect(groupsOf(route(), results)).toEqual(['site:noticia']);
  });

  it('are tables in place of rows when there are too many rows, with the groups of their lists', () => {
    const rows = Array.from({ length: MAX_GROUPS }, (_, id) => ({ __typename: 'documento', id }));
    const unidade = { __typename: 'unidade', id: 3, contatos: [] };
    expect(groupsOf(route('categoria'), [{ documento: rows, unidade }])).toEqual([
      'site:noticia',
      'categoria',
      'documento',
      'unidade',
      'unidade+',
    ]);
  });
});

describe('the cache groups of the answer that a row is missing', () => {
  it('name the tables in which the row was searched', () => {
    const main = { documento_by_pk: null, documento_retirado: [], documento_aggregate: {} };
    expect(missingGroups(route('noticia:*'), main)).toEqual(['site:noticia', 'noticia:*', 'documento', 'documento_retirado']);
    // The backend adds these words at the end of a table's name only.
    expect(missingGroups(route(), { fila_by_pk_antiga: null })).toEqual(['site:noticia', 'fila_by_pk_antiga']);
  });

  it('are no more than a response may carry', () => {
    const many = Array.from({ length: MAX_GROUPS + 1 }, (_, index) => `tabela_${index}`);
    expect(missingGroups(route(...many), null)).toEqual(['site:noticia', ...many.slice(0, MAX_GROUPS - 1)]);
  });

  it('name those of the route alone where no operation ran', () => {
    expect(missingGroups(route('noticia'), null)).toEqual(['site:noticia', 'noticia']);
  });
});
