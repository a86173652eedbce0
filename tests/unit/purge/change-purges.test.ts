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

describe('purges of a changed row', () => {
  it('purges the row, the lists of its table and the lists below its parents softly when editorial columns change', () => {
    expect(groups(change({ refs: [LEIS] }))).toEqual({
      all: null,
      hard: [],
      soft: ['documento', 'documento:12', 'documento:12+', 'categoria_documento:leis+', 'categoria_documento+'],
    });
  });

  it('purges the ordered lists of the table as well, softly, when a row is inserted', () => {
    const inserted: RowChange = { table: 'noticia', key: '3', op: 'INSERT', refs: [] };
    expect(groups(inserted)).toEqual({ all: null, hard: [], soft: ['noticia', 'noticia:3', 'noticia:3+', 'noticia:*'] });
  });

  it.each<[string, Partial<RowChange>]>([
    ['a column that may hide the row changes', { columns: ['titulo', 'publicado'] }],
    ['a column without a rule changes', { columns: ['nova_coluna'] }],
    ['the row is deleted', { op: 'DELETE' }],
  ])('purges hard when %s', (_name, fields) => {
    expect(groups(change({ ...fields, refs: [LEIS] }))).toEqual({
      all: null,
      hard: ['documento', 'documento:12', 'documento:12+', 'documento:*', 'categoria_documento:leis+', 'categoria_documento+'],
      soft: [],
    });
  });

  it('purges hard when the event does not name the changed columns', () => {
    const { columns: _columns, ...unknown } = change({});
    expect(groups(unknown).hard).toContain('documento:12');
  });

  it('purges the lists of both categories when a row moves from one to the other', () => {
    const moved = change({ columns: ['categoria_slug'], refs: [LEIS, ref('categoria_slug', 'categoria_documento', 'portarias')] });
    expect(groups(moved).hard).toEqual(expect.arrayContaining(['categoria_documento:leis+', 'categoria_documento:portarias+']));
  });

  it('leaves the groups of other rows, of other lists and of pages that only name the category', () => {
    const { hard, soft } = groups(change({ columns: ['publicado'], refs: [LEIS] }));
    for (const group of ['documento:13', 'categoria_documento:leis', 'categoria_documento:atas+', 'categoria_documento', 'site', 'noticia'])
      expect([...hard, ...soft]).not.toContain(group);
  });

  it('purges everything when the event does not name what the row refers to', () => {
    const { refs: _refs, ...unknown } = change({});
    expect(groups(unknown).all).toBe('soft');
    expect(groups({ ...unknown, op: 'DELETE' }).all).toBe('hard');
  });
});

describe('files that a changed row refers to', () => {
  const IMAGE = ref('imagem_id', 'arquivo', 'ab-1');

  it('are not purged when only editorial texts change', () => {
    expect(groups(change({ table: 'noticia', refs: [IMAGE] })).soft).not.toContain('files:ab-1');
  });

  it.each<[string, Partial<RowChange>, 'hard' | 'soft']>([
    ['the reference changes', { columns: ['imagem_id'] }, 'soft'],
    ['the row may be hidden', { columns: ['publicado'] }, 'hard'],
    ['the row is deleted', { op: 'DELETE' }, 'hard'],
  ])('are purged when %s', (_name, fields, mode) => {
    expect(groups(change({ table: 'noticia', refs: [IMAGE], ...fields }))[mode]).toEqual(
      expect.arrayContaining(['arquivo:ab-1', 'files:ab-1']),
    );
  });

  it('are purged by their own groups, never by the group of all files', () => {
    expect(groups(change({ table: 'noticia', op: 'DELETE', refs: [IMAGE] })).hard).not.toContain('files');
  });
});

describe('rows to look up in the database', () => {
  const lookedUp = (...changes: readonly RowChange[]) => {
    const { lookups } = purgesOf(changes);
    return Object.fromEntries([...lookups].map(([table, keys]) => [table, [...keys]]));
  };

  it('are none when editorial columns change or a row is inserted', () => {
    expect(lookedUp(change({}), change({ op: 'INSERT' }))).toEqual({});
  });

  it('are documents, notices and meetings that an update may have shown or hidden', () => {
    const moved = { columns: ['publicado'] };
    expect(
      lookedUp(change(moved), change({ ...moved, table: 'comunicado', key: '4' }), change({ ...moved, table: 'reuniao', key: '5' })),
    ).toEqual({ documento: ['12'], comunicado: ['4'], reuniao: ['5'] });
  });

  it('are persons whose published role changes', () => {
    const role: RowChange = { table: 'membro_orgao', key: '9', op: 'DELETE', refs: [ref('pessoa_id', 'pessoa', 'ana')] };
    expect(lookedUp(role)).toEqual({ pessoa: ['ana'] });
    expect(groups(role).hard).toEqual(expect.arrayContaining(['pessoa:ana', 'pessoa:ana+']));
  });

  it('are no persons that another table names, and no other row that a role names', () => {
    const fields = { key: '9', op: 'DELETE', refs: [ref('pessoa_id', 'pessoa', 'ana'), ref('unidade_id', 'unidade', '3')] } as const;
    expect(lookedUp({ ...fields, table: 'reuniao' })).toEqual({});
    expect(lookedUp({ ...fields, table: 'membro_orgao' })).toEqual({ pessoa: ['ana'] });
    const purged = groups({ ...fields, table: 'reuniao' }, { ...fields, table: 'membro_orgao', refs: fields.refs.slice(1) });
    for (const group of ['pessoa:ana', 'pessoa:3', 'unidade:3']) expect(purged.hard).not.toContain(group);
  });

  it('are not the pages of persons of whose role another text alone changes', () => {
    const edited: RowChange = {
      table: 'membro_orgao',
      key: '9',
      op: 'UPDATE',
      columns: ['observacao'],
      refs: [ref('pessoa_id', 'pessoa', 'ana')],
    };
    expect(groups(edited).soft).toEqual(['membro_orgao', 'membro_orgao:9', 'membro_orgao:9+', 'pessoa:ana+', 'pessoa+']);
  });
});

describe('purge of everything', () => {
  it.each([
    ['configuracao_site', 'fuso_horario', 'soft'],
    ['categoria_documento', 'ativo', 'hard'],
    ['unidade', 'publicado', 'soft'],
    ['progestao_certificacao', 'publicado', 'hard'],
  ])('follows an update of %s.%s, in the mode %s', (table, column, mode) => {
    expect(groups(change({ table, columns: ['rotulo', column] })).all).toBe(mode);
    expect(groups(change({ table, columns: ['rotulo'] })).all).toBeNull();
  });

  it('follows only updates, which alone may show or hide what is seen with the row', () => {
    for (const op of ['INSERT', 'DELETE'] as const)
      expect(groups(change({ op, table: 'categoria_documento', columns: ['ativo'] })).all).toBeNull();
  });

  it('follows an update that does not name its columns', () => {
    const { columns: _columns, ...unnamed } = change({ table: 'categoria_documento' });
    expect(groups(unnamed).all).toBe('hard');
  });

  it('is hard when one of two changes demands it, in either order', () => {
    const [hard, soft] = [
      change({ table: 'categoria_documento', columns: ['ativo'] }),
      change({ table: 'unidade', columns: ['publicado'] }),
    ];
    expect([groups(hard, soft).all, groups(soft, hard).all, groups(soft, soft).all]).toEqual(['hard', 'hard', 'soft']);
  });

  it('takes the place of more groups than the edge should remember of one event', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => change({ key: String(index) }));
    expect(groups(...many).all).toBe('soft');
    expect(groups(...many, change({ op: 'DELETE' })).all).toBe('hard');
    expect(groups(...many.slice(0, 900)).all).toBeNull();
  });
});
