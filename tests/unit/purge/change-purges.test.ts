import { describe, expect, it } from 'vitest';
import type { RowChange, RowReference } from '../../../server/backend/backend.ts';
import { purgesOf } from '../../../server/purge/change-purges.ts';

const ref = (column: string, table: string, key: string): RowReference => ({ column, table, key });
const LEIS = ref('categoria_slug', 'categoria_documento', 'leis');

function change(fields: Partial<RowChange>): RowChange {
  return { table: 'documento', key: '12', op: 'UPDATE', refs: [], columns: ['titulo'], ...fields };
}

const groups = (...changes: readonly RowChange[]) => {
  const { all, hard, soft } = purgesOf(changes);
  return { all, hard: [...hard], soft: [...soft] };
};

describe('what a change of a row purges', () => {
  it('is, for new words, what shows the row, lists by words and lists below what it refers to; softly', () => {
    expect(groups(change({ refs: [LEIS] }))).toEqual({
      all: null,
      hard: [],
      soft: ['documento', 'documento:12', 'documento:12+', 'categoria_documento:leis+', 'categoria_documento+'],
    });
  });

  it('is, for a new row, also the lists in order; softly', () => {
    const inserted: RowChange = { table: 'noticia', key: '3', op: 'INSERT', refs: [] };
    expect(groups(inserted)).toEqual({ all: null, hard: [], soft: ['noticia', 'noticia:3', 'noticia:3+', 'noticia:*'] });
  });

  it.each<[string, Partial<RowChange>]>([
    ['a column that may hide it', { columns: ['titulo', 'publicado'] }],
    ['a column that nobody knows', { columns: ['nova_coluna'] }],
    ['a deletion', { op: 'DELETE' }],
  ])('is hard for %s', (_name, fields) => {
    expect(groups(change({ ...fields, refs: [LEIS] }))).toEqual({
      all: null,
      hard: ['documento', 'documento:12', 'documento:12+', 'documento:*', 'categoria_documento:leis+', 'categoria_documento+'],
      soft: [],
    });
  });

  it('is hard where the columns are not known', () => {
    const { columns: _columns, ...unknown } = change({});
    expect(groups(unknown).hard).toContain('documento:12');
  });

  it('is both lists for a row that moves from one to the other', () => {
    const moved = change({ columns: ['categoria_slug'], refs: [LEIS, ref('categoria_slug', 'categoria_documento', 'portarias')] });
    expect(groups(moved).hard).toEqual(expect.arrayContaining(['categoria_documento:leis+', 'categoria_documento:portarias+']));
  });

  it('leaves other rows, other lists and pages that only name the category', () => {
    const { hard, soft } = groups(change({ columns: ['publicado'], refs: [LEIS] }));
    for (const group of ['documento:13', 'categoria_documento:leis', 'categoria_documento:atas+', 'categoria_documento', 'site', 'noticia'])
      expect([...hard, ...soft]).not.toContain(group);
  });

  it('is everything where it is not known what the row refers to', () => {
    const { refs: _refs, ...unknown } = change({});
    expect(groups(unknown).all).toBe('soft');
    expect(groups({ ...unknown, op: 'DELETE' }).all).toBe('hard');
  });
});

describe('the files of a change', () => {
  const IMAGE = ref('imagem_id', 'arquivo', 'ab-1');

  it('stay when only words changed', () => {
    expect(groups(change({ table: 'noticia', refs: [IMAGE] })).soft).not.toContain('files:ab-1');
  });

  it.each<[string, Partial<RowChange>, 'hard' | 'soft']>([
    ['is replaced', { columns: ['imagem_id'] }, 'soft'],
    ['may be hidden with its row', { columns: ['publicado'] }, 'hard'],
    ['loses its row', { op: 'DELETE' }, 'hard'],
  ])('are purged when one %s', (_name, fields, mode) => {
    expect(groups(change({ table: 'noticia', refs: [IMAGE], ...fields }))[mode]).toEqual(
      expect.arrayContaining(['arquivo:ab-1', 'files:ab-1']),
    );
  });

  it('never take those of others with them', () => {
    expect(groups(change({ table: 'noticia', op: 'DELETE', refs: [IMAGE] })).hard).not.toContain('files');
  });
});

describe('what only the database knows', () => {
  const asked = (...changes: readonly RowChange[]) => {
    const { ask } = purgesOf(changes);
    return Object.fromEntries(Object.entries(ask).map(([table, keys]: [string, ReadonlySet<string>]) => [table, [...keys]]));
  };
  const nothing = { documento: [], comunicado: [], reuniao: [], pessoa: [] };

  it('is not asked for new words or new rows', () => {
    expect(asked(change({}), change({ op: 'INSERT' }))).toEqual(nothing);
  });

  it('is asked for rows that may have come or gone', () => {
    const moved = { columns: ['publicado'] };
    expect(
      asked(change(moved), change({ ...moved, table: 'comunicado', key: '4' }), change({ ...moved, table: 'reuniao', key: '5' })),
    ).toEqual({ documento: ['12'], comunicado: ['4'], reuniao: ['5'], pessoa: [] });
  });

  it('is asked for the person whom a published role shows', () => {
    const role: RowChange = { table: 'membro_orgao', key: '9', op: 'DELETE', refs: [ref('pessoa_id', 'pessoa', 'ana')] };
    expect(asked(role)).toEqual({ ...nothing, pessoa: ['ana'] });
    expect(groups(role).hard).toEqual(expect.arrayContaining(['pessoa:ana', 'pessoa:ana+']));
  });
});

describe('changes that reach everywhere', () => {
  it.each([
    ['configuracao_site', 'fuso_horario', 'soft'],
    ['categoria_documento', 'ativo', 'hard'],
    ['unidade', 'publicado', 'soft'],
    ['progestao_certificacao', 'publicado', 'hard'],
  ])('purge everything: %s.%s', (table, column, mode) => {
    expect(groups(change({ table, columns: ['rotulo', column] })).all).toBe(mode);
    expect(groups(change({ table, columns: ['rotulo'] })).all).toBeNull();
  });

  it('are also those that would fill the memory of purged groups', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => change({ key: String(index) }));
    expect(groups(...many).all).toBe('soft');
    expect(groups(...many, change({ op: 'DELETE' })).all).toBe('hard');
    expect(groups(...many.slice(0, 900)).all).toBeNull();
  });
});
