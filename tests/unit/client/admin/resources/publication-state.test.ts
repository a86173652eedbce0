import { describe, expect, test } from 'vitest';
import { slugOf } from '../../../../../client/admin/forms/slug-input.tsx';
import type { Publication, Row } from '../../../../../client/admin/resources/content-type.ts';
import { contentTypeOf } from '../../../../../client/admin/resources/content-types.ts';
import { DOCUMENT } from '../../../../../client/admin/resources/document.ts';
import { profileHas } from '../../../../../client/admin/resources/document-profile.ts';
import {
  datedPublicationLabel,
  publicationLabel,
  publicationSentence,
  publicationState,
} from '../../../../../client/admin/resources/publication-state.ts';

const NOW = Date.UTC(2026, 10, 22, 15);
const BANNER: Publication = {
  flag: 'publicado',
  since: { column: 'exibir_de', precision: 'moment' },
  until: { column: 'exibir_ate', precision: 'moment', afterwards: 'A página fica.' },
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
    expect(publicationState(BANNER, row, { now: NOW, timeZone: 'America/Sao_Paulo' }).kind).toBe(kind);
  });

  test('a declaration signed on a day to come is told as scheduled for that day, from which the public sees it', () => {
    const publication = contentTypeOf('declaracao_inexistencia').publication ?? BANNER;
    const stateOn = (declarado_em: string): string =>
      publicationState(publication, { publicado: true, declarado_em }, { now: NOW, timeZone: 'America/Sao_Paulo' }).kind;
    expect([stateOn('2026-11-22'), stateOn('2026-11-23')]).toEqual(['visible', 'scheduled']);
  });

  test('a notice that is no longer valid is told as ended', () => {
    const publication = contentTypeOf('comunicado').publication ?? BANNER;
    const row = { publicado: true, publicado_em: '2026-11-01T12:00:00Z', valido_ate: '2026-11-22T14:30:00Z' };
    const state = publicationState(publication, row, { now: NOW, timeZone: 'America/Sao_Paulo' });
    expect([publicationLabel(state), publicationSentence(state)]).toEqual([
      'Encerrado',
      'O público deixou de ver este conteúdo em destaque em 22 de novembro de 2026 às 11:30. A página dele continua no ar e diz que está encerrado.',
    ]);
  });

  test('a member whose term has ended is told as seen among former ones, the day after its last one', () => {
    const publication = contentTypeOf('membro_orgao').publication ?? BANNER;
    const sentenceWith = (mandato_fim: string): string =>
      publicationSentence(publicationState(publication, { publicado: true, mandato_fim }, { now: NOW, timeZone: 'America/Sao_Paulo' }));
    expect(sentenceWith('2026-11-22')).toBe('O público vê este conteúdo agora, até 22 de novembro de 2026.');
    expect(sentenceWith('2026-11-21')).toBe(
      'O público deixou de ver este conteúdo em destaque em 21 de novembro de 2026. A página do órgão o mostra em “Composições de outros períodos”.',
    );
  });

  test.each<[string, Row, object, string]>([
    [
      'withdrawn',
      { publicado: true, publicado_em: '2026-01-02', retirado_em: '2026-11-22T14:30:00Z' },
      { kind: 'withdrawn', at: '22 de novembro de 2026 às 11:30' },
      'Retirado',
    ],
    [
      'withdrawn later',
      { publicado: true, publicado_em: '2026-01-02', retirado_em: '2026-11-23T14:30:00Z' },
      { kind: 'visible', day: '02/01/2026', until: '23 de novembro de 2026 às 11:30' },
      'Publicado',
    ],
    ['withdrawn without having been published', { publicado: false, retirado_em: '2026-11-22T14:30:00Z' }, { kind: 'draft' }, 'Rascunho'],
  ])('a document %s is told as such', (_case, row, state, label) => {
    const publication = DOCUMENT.publication ?? BANNER;
    const found = publicationState(publication, row, { now: NOW, timeZone: 'America/Sao_Paulo' });
    expect([found, publicationLabel(found)]).toEqual([state, label]);
  });

  test('a day begins and ends by the clock of the institution', () => {
    const publication: Publication = {
      flag: 'publicado',
      since: { column: 'publicado_em', precision: 'day' },
      until: { column: 'exibir_ate', precision: 'day', afterwards: 'A página fica.' },
    };
    // In São Paulo it is the 22nd, 22:00, in Noronha the 22nd, 23:00, and in Kiritimati the 23rd, 15:00.
    const now = Date.UTC(2026, 10, 23, 1);
    const kindIn = (timeZone: string, row: Row): string =>
      publicationState(publication, { publicado: true, ...row }, { now, timeZone }).kind;
    for (const [zone, first, last] of [
      ['America/Sao_Paulo', 'scheduled', 'visible'],
      ['America/Noronha', 'scheduled', 'visible'],
      ['Pacific/Kiritimati', 'visible', 'ended'],
    ] as const) {
      expect([kindIn(zone, { publicado_em: '2026-11-23' }), kindIn(zone, { exibir_ate: '2026-11-22' })]).toEqual([first, last]);
    }
    expect(publicationState(publication, { publicado: true, publicado_em: '2026-11-23' }, { now, timeZone: 'America/Sao_Paulo' })).toEqual({
      kind: 'scheduled',
      from: '23 de novembro de 2026',
      day: '23/11/2026',
    });
  });

  test('a moment is told by the clock of the institution', () => {
    const row = { publicado: true, exibir_de: '2026-11-24T01:30:00Z' };
    const state = publicationState(BANNER, row, { now: NOW, timeZone: 'America/Sao_Paulo' });
    expect(publicationSentence(state)).toMatch(/em 23 de novembro de 2026.* 22:30,/);
    expect(publicationSentence(publicationState(BANNER, row, { now: NOW, timeZone: 'America/Noronha' }))).toMatch(/ 23:30,/);
  });

  test('a list names the day from which the public sees a row, and a file for spreadsheets does not', () => {
    const labelsOf = (row: Row): readonly string[] => {
      const state = publicationState(BANNER, { publicado: true, ...row }, { now: NOW, timeZone: 'America/Sao_Paulo' });
      return [datedPublicationLabel(state), publicationLabel(state)];
    };
    expect(labelsOf({ exibir_de: '2026-11-24T01:30:00Z' })).toEqual(['Agendado: 23/11/2026', 'Agendado']);
    expect(labelsOf({ exibir_de: '2026-11-02T01:30:00Z' })).toEqual(['Publicado: 01/11/2026', 'Publicado']);
    expect(labelsOf({})).toEqual(['Publicado', 'Publicado']);
    expect(labelsOf({ publicado: false, exibir_de: '2026-11-24T01:30:00Z' })).toEqual(['Rascunho', 'Rascunho']);
  });

  test('each state is told in a sentence of its own', () => {
    const states = [
      { kind: 'draft' },
      { kind: 'scheduled', from: '1º de janeiro', day: '01/01/2027' },
      { kind: 'ended', at: 'ontem', afterwards: 'A página fica.' },
      { kind: 'withdrawn', at: 'ontem' },
      { kind: 'visible', day: null, until: null },
      { kind: 'visible', day: null, until: 'amanhã' },
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
  const profile = ['numero', 'vigencia', 'pagamentos'];
  const lists = ['fiscais', 'pagamentos', 'numeros', 'relacoes'];
  const columns = ['titulo', 'exercicio', 'numero', 'vigencia_inicio', 'vigencia_fim', 'valor', ...lists, 'publicado_em'];
  expect(columns.filter((column) => profileHas(profile, column))).toEqual([
    'titulo',
    'exercicio',
    'numero',
    'vigencia_inicio',
    'vigencia_fim',
    'pagamentos',
    'relacoes',
    'publicado_em',
  ]);
});
