import { describe, expect, test } from 'vitest';
import { slugOf } from '../../../../../client/admin/forms/slug-input.tsx';
import type { Publication, Row } from '../../../../../client/admin/resources/content-type.ts';
import { profileHas } from '../../../../../client/admin/resources/document-profile.ts';
import { publicationSentence, publicationState } from '../../../../../client/admin/resources/publication-state.ts';

const NOW = Date.UTC(2026, 10, 22, 15);
const BANNER: Publication = {
  flag: 'publicado',
  since: { column: 'exibir_de', precision: 'moment' },
  until: { column: 'exibir_ate', precision: 'moment' },
};

describe('what the public sees', () => {
  test.each<[string, Row, string]>([
    ['not marked', { publicado: false, exibir_de: '2026-01-01T00:00:00Z' }, 'draft'],
    ['marked, without dates', { publicado: true }, 'visible'],
    ['marked, from a past moment', { publicado: true, exibir_de: '2026-11-22T14:59:59Z' }, 'visible'],
    ['marked, from a moment to come', { publicado: true, exibir_de: '2026-11-22T15:00:01Z' }, 'scheduled'],
    ['marked, after its end', { publicado: true, exibir_ate: '2026-11-22T14:00:00Z' }, 'ended'],
    ['marked, with a date that is none', { publicado: true, exibir_de: 'amanhã' }, 'visible'],
  ])('%s', (_case, row, kind) => {
    expect(publicationState(BANNER, row, NOW).kind).toBe(kind);
  });

  test('a day is visible from its beginning, by the calendar of the browser', () => {
    const publication: Publication = { flag: 'publicado', since: { column: 'publicado_em', precision: 'day' } };
    const noon = new Date(2026, 10, 22, 12).getTime();
    expect(publicationState(publication, { publicado: true, publicado_em: '2026-11-22' }, noon).kind).toBe('visible');
    expect(publicationState(publication, { publicado: true, publicado_em: '2026-11-23' }, noon)).toMatchObject({
      kind: 'scheduled',
      from: '23 de novembro de 2026',
    });
  });

  test('each state is told in a sentence of its own', () => {
    const states = [
      { kind: 'draft' },
      { kind: 'scheduled', from: '1º de janeiro', day: '01/01/2027' },
      { kind: 'ended', at: 'ontem' },
      { kind: 'visible', until: null },
      { kind: 'visible', until: 'amanhã' },
    ] as const;
    expect(new Set(states.map(publicationSentence)).size).toBe(states.length);
  });
});

describe('the last part of an address', () => {
  test.each([
    ['Mutirão de Atendimento: 3ª edição!', 'mutirao-de-atendimento-3a-edicao'],
    ['  —  ', ''],
    ['a'.repeat(100), 'a'.repeat(80)],
    [`${'a'.repeat(79)} b`, 'a'.repeat(79)],
  ])('%s', (text, slug) => {
    expect(slugOf(text)).toBe(slug);
  });
});

test('a document has the columns that its category names, and those of every document', () => {
  const profile = ['numero', 'vigencia'];
  const columns = ['titulo', 'exercicio', 'numero', 'vigencia_inicio', 'vigencia_fim', 'valor', 'fiscais', 'publicado_em'];
  expect(columns.filter((column) => profileHas(profile, column))).toEqual([
    'titulo',
    'exercicio',
    'numero',
    'vigencia_inicio',
    'vigencia_fim',
    'publicado_em',
  ]);
});
