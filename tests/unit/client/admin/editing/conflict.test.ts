import { describe, expect, it } from 'vitest';
import { conflictOf, contestedFields, resolved } from '../../../../../client/admin/editing/conflict/conflict.ts';
import { entriesOf, keptEntries } from '../../../../../client/admin/editing/conflict/entries.ts';
import type { ContentType, Row } from '../../../../../client/admin/resources/content-type.ts';

const TYPE = {
  table: 'noticia',
  fields: ['titulo', 'resumo', 'chapeu', 'autor'].map((name) => ({ name, label: name, kind: 'text' })),
} as unknown as ContentType;
const BASE = { titulo: 'A', resumo: 'r', chapeu: 'c', autor: null };

describe('a conflict at one row', () => {
  it('asks only about the fields that both people changed to something else', () => {
    const conflict = conflictOf(
      TYPE,
      { ...BASE, titulo: 'Dela', resumo: 'igual', chapeu: 'dela' },
      { ...BASE, titulo: 'Minha', resumo: 'igual', autor: 'Bia' },
      BASE,
    );
    expect(contestedFields(TYPE, conflict).map(({ name }) => name)).toEqual(['titulo']);
    expect(resolved(conflict, {})).toEqual({ titulo: 'Minha', resumo: 'igual', autor: 'Bia' });
    expect(conflict.taken).toEqual(['chapeu']);
  });

  it('keeps the own values unless the other ones are chosen, and never one that was not changed here', () => {
    const conflict = conflictOf(TYPE, { ...BASE, titulo: 'Dela', resumo: 'dela' }, { ...BASE, titulo: 'Minha', resumo: 'minha' }, BASE);
    expect(resolved(conflict, {})).toEqual({ titulo: 'Minha', resumo: 'minha' });
    expect(resolved(conflict, { titulo: 'Dela', chapeu: 'dela' })).toEqual({ titulo: 'Dela', resumo: 'minha' });
  });

  it('takes every difference for a wish where the row that the text began from is not known', () => {
    const conflict = conflictOf(TYPE, { ...BASE, titulo: 'Dela' }, { titulo: 'Minha', resumo: 'r' }, null);
    expect(conflict.mine).toEqual({ titulo: 'Minha' });
    expect(conflict.taken).toEqual([]);
  });
});

describe('a conflict at a list', () => {
  const LIST = {
    table: 'documento',
    fields: [
      { name: 'pagamentos', label: 'Pagamentos', kind: 'rows', rows: { fields: [{ name: 'valor', label: 'Valor', kind: 'money' }] } },
    ],
  } as unknown as ContentType;
  const [FIELD = expect.fail()] = LIST.fields;
  const listOf = (...values: readonly string[]): Row => ({ pagamentos: values.map((valor) => ({ valor })) });
  const entries = (mine: Row, current: Row, base: Row | null): readonly unknown[] =>
    entriesOf(FIELD, conflictOf(LIST, current, mine, base)).map(
      ({ entry, in: side, isKept }) => `${isKept ? '+' : '-'} ${side} ${String(entry['valor'])}`,
    );

  it('proposes what either person added, and nothing that either took away', () => {
    const found = entries(listOf('1', '2', '9', 'minha'), listOf('1', 'dela', '3', '9'), listOf('1', '2', '3', '9'));
    expect(found).toEqual(['+ both 1', '+ theirs dela', '- theirs 3', '- mine 2', '+ both 9', '+ mine minha']);
  });

  it('proposes the own list where the one that both began from is not known', () => {
    expect(entries(listOf('1', 'minha'), listOf('1', 'dela'), null)).toEqual(['+ both 1', '- theirs dela', '+ mine minha']);
  });

  it('gives the form the entries that are chosen', () => {
    const conflict = conflictOf(LIST, listOf('1', 'dela'), listOf('1', 'minha'), listOf('1'));
    const kept = keptEntries(entriesOf(FIELD, conflict));
    expect(resolved(conflict, { pagamentos: kept })).toEqual(listOf('1', 'dela', 'minha'));
  });
});
