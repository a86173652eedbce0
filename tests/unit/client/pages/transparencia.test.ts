import { describe, expect, test } from 'vitest';
import {
  escreverCompetencia,
  lerCampos,
  nomeDaReuniao,
  tomDaSituacao,
} from '../../../../client/components/documents/detalhes-do-documento/campos-do-documento.ts';
import { gruposDeRelacoes } from '../../../../client/pages/documento/relacoes-do-documento.tsx';
import { previsao } from '../../../../client/pages/documentos/sem-documentos.tsx';

describe('the field profile of a category', () => {
  test('the field profile of a category keeps known keys in their order, each once', () => {
    expect(lerCampos(['valor', 'numero', 'cor', 7, 'valor', null])).toEqual(['valor', 'numero']);
  });

  test.each([null, undefined, 'numero', { numero: true }, 3])('the field profile %o has no fields', (value) => {
    expect(lerCampos(value)).toEqual([]);
  });
});

test.each([
  ['2026-03-01', '2026-03-31', 'março de 2026'],
  ['2024-02-01', '2024-02-29', 'fevereiro de 2024'],
  ['2026-01-01', '2026-02-28', 'janeiro a fevereiro de 2026'],
  ['2025-01-01', '2025-12-31', '2025'],
  ['2025-12-01', '2026-01-31', 'dezembro de 2025 a janeiro de 2026'],
  ['2024-02-01', '2024-02-28', '01/02/2024 a 28/02/2024'],
  ['2026-03-04', '2026-03-31', '04/03/2026 a 31/03/2026'],
  ['2026-03-01', null, 'março de 2026'],
  [null, '2026-03-31', 'março de 2026'],
  [null, null, ''],
])('the period from %s to %s reads "%s"', (inicio, fim, texto) => {
  expect(escreverCompetencia(inicio, fim)).toBe(texto);
});

test('a meeting is named by its number, or by its year without one', () => {
  const tipo_reuniao = { rotulo: 'Ordinária' };
  expect(nomeDaReuniao({ numero: 3, ano: 2026, tipo_reuniao })).toBe('3ª reunião ordinária de 2026');
  expect(nomeDaReuniao({ numero: null, ano: 2026, tipo_reuniao })).toBe('Reunião ordinária de 2026');
});

test('a situation that the site does not know is neutral', () => {
  expect(tomDaSituacao('revogada')).toBe('error');
  expect(tomDaSituacao('inventada')).toBe('neutral');
});

describe('an empty category foretells its documents', () => {
  const ritmo = { __typename: 'periodicidade' as const, valor: 'mensal', rotulo: 'Todo mês', meses: 1 };
  const resumo = {
    __typename: 'categoria_resumo' as const,
    slug: 'x',
    total: 0,
    declaracoes: 0,
    ultimo_publicado_em: null,
    situacao_atualizacao: 'em_dia',
    atrasada_desde: null,
    periodo_devido_fim: null,
  };

  test('an empty category announces its documents by its rhythm, and not without one', () => {
    expect(previsao({ ritmo, resumo })).toContain('documentos todo mês');
    expect(previsao({ ritmo: { ...ritmo, meses: null }, resumo })).toBeNull();
  });

  test('an empty category admits that its documents are late', () => {
    const atrasada = { ...resumo, situacao_atualizacao: 'atrasada', atrasada_desde: '2026-09-01', periodo_devido_fim: '2026-07-31' };
    expect(previsao({ ritmo, resumo: atrasada })).toMatch(/31 de julho de 2026.*atraso desde 1º de setembro de 2026/);
  });
});

describe('related documents', () => {
  const citado = (id: number) => ({
    __typename: 'documento' as const,
    id,
    categoria_slug: 'leis',
    titulo: `Lei ${id}`,
    data_ato: null,
    publicado_em: null,
  });
  const tipo_relacao = { __typename: 'tipo_relacao' as const, valor: 'altera', rotulo: 'Altera', rotulo_inverso: 'Alterado por' };
  const vazio = {
    substitui: null,
    substituido_por: [],
    revoga: [],
    revogado_por: null,
    relacoes: [],
    relacoes_inversas: [],
    contratos: [],
  };

  test('related documents are grouped by their relation, in both directions', () => {
    const grupos = gruposDeRelacoes({
      ...vazio,
      substitui: citado(1),
      relacoes: [
        { __typename: 'documento_relacao', de_id: 9, para_id: 2, tipo: 'altera', tipo_relacao, para: { ...citado(2), licitacao: null } },
      ],
      relacoes_inversas: [{ __typename: 'documento_relacao', de_id: 3, para_id: 9, tipo: 'altera', tipo_relacao, de: citado(3) }],
    });
    expect(grupos.map(({ rotulo, documentos }) => [rotulo, documentos.map(({ id }) => id)])).toEqual([
      ['Substitui', [1]],
      ['Altera', [2]],
      ['Alterado por', [3]],
    ]);
  });

  test('a related document appears once in a group, and not when it is not published', () => {
    const grupos = gruposDeRelacoes({
      ...vazio,
      revogado_por: citado(4),
      relacoes_inversas: [
        {
          __typename: 'documento_relacao',
          de_id: 4,
          para_id: 9,
          tipo: 'revoga',
          tipo_relacao: { __typename: 'tipo_relacao', valor: 'revoga', rotulo: 'Revoga', rotulo_inverso: 'Revogado por' },
          de: citado(4),
        },
        { __typename: 'documento_relacao', de_id: 5, para_id: 9, tipo: 'altera', tipo_relacao, de: null },
      ],
    });
    expect(grupos.map(({ rotulo, documentos }) => [rotulo, documentos.length])).toEqual([['Revogado por', 1]]);
  });

  test('a contract of the tender appears once among the related documents, though two relations lead to it', () => {
    const grupos = gruposDeRelacoes({
      ...vazio,
      contratos: [citado(5), citado(6)],
      relacoes_inversas: [{ __typename: 'documento_relacao', de_id: 5, para_id: 9, tipo: 'altera', tipo_relacao, de: citado(5) }],
    });
    expect(grupos.map(({ rotulo, documentos }) => [rotulo, documentos.map(({ id }) => id)])).toEqual([
      ['Alterado por', [5]],
      ['Contratos que vieram desta licitação', [6]],
    ]);
  });
});
