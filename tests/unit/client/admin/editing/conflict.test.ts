import { describe, expect, it } from 'vitest';
import { conflictOf, contestedFields, resolved } from '../../../../../client/admin/editing/conflict/conflict.ts';
import type { ContentType } from '../../../../../client/admin/resources/content-type.ts';

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
    expect(resolved(conflict, { titulo: 'theirs' })).toEqual({ titulo: 'Dela', resumo: 'minha' });
  });

  it('takes every difference for a wish where the row that the text began from is not known', () => {
    const conflict = conflictOf(TYPE, { ...BASE, titulo: 'Dela' }, { titulo: 'Minha', resumo: 'r' }, null);
    expect(conflict.mine).toEqual({ titulo: 'Minha' });
    expect(conflict.taken).toEqual([]);
  });
});
