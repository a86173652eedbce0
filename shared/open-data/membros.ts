/** Members of councils, of the committee and of the board as open data: who decides, for how long, and by which act. */
import type { OperationResults } from '../graphql/generated/operations.ts';
import { bodyPath } from '../routes/body-path.ts';
import { routePath } from '../routes/url.ts';
import { changedAtColumn, type Dataset } from './dataset.ts';

export type MemberRow = OperationResults['DadosDosMembros']['membro_orgao'][number];

export const MEMBROS: Dataset<MemberRow> = {
  key: 'membros',
  title: 'Membros dos órgãos',
  description: 'Quem compõe e compôs os conselhos, o comitê e a diretoria, com mandato, ato de nomeação e certificação.',
  columns: [
    { name: 'id', type: 'inteiro', meaning: 'Número permanente da participação no site.', example: '17', value: ({ id }) => id },
    { name: 'orgao', type: 'texto', meaning: 'Órgão.', example: 'Conselho Fiscal', value: ({ orgao }) => orgao.nome },
    {
      name: 'nome',
      type: 'texto',
      meaning: 'Nome da pessoa, como ela o usa.',
      example: 'Maria da Silva',
      value: ({ pessoa }) => pessoa?.nome_social ?? pessoa?.nome ?? null,
    },
    { name: 'cargo', type: 'texto', meaning: 'Cargo no órgão.', example: 'Presidente', value: ({ cargo }) => cargo },
    {
      name: 'condicao',
      type: 'texto',
      meaning: 'Titular ou suplente.',
      example: 'Titular',
      value: ({ condicao_membro }) => condicao_membro.rotulo,
    },
    {
      name: 'representa',
      type: 'texto',
      meaning: 'Quem a pessoa representa.',
      example: 'Segurados',
      value: ({ representacao_membro }) => representacao_membro?.rotulo ?? null,
    },
    {
      name: 'mandato_inicio',
      type: 'data',
      meaning: 'Primeiro dia do mandato.',
      example: '2025-01-01',
      value: ({ mandato_inicio }) => mandato_inicio,
    },
    {
      name: 'mandato_fim',
      type: 'data',
      meaning: 'Último dia do mandato.',
      example: '2028-12-31',
      value: ({ mandato_fim }) => mandato_fim,
    },
    {
      name: 'certificacao',
      type: 'texto',
      meaning: 'Certificação profissional.',
      example: 'Certificação de dirigente',
      value: ({ certificacao }) => certificacao,
    },
    {
      name: 'certificacao_nivel',
      type: 'texto',
      meaning: 'Nível da certificação.',
      example: 'Básico',
      value: ({ nivel_certificacao }) => nivel_certificacao?.rotulo ?? null,
    },
    {
      name: 'certificacao_validade',
      type: 'data',
      meaning: 'Último dia em que a certificação vale.',
      example: '2027-03-04',
      value: ({ certificacao_validade }) => certificacao_validade,
    },
    {
      name: 'ato_nomeacao',
      type: 'endereco',
      meaning: 'Endereço da página do ato de nomeação.',
      example: 'https://previdencia.exemplo.gov.br/lai/documentos/portarias/310',
      value: ({ ato_nomeacao: ato }, site) =>
        ato === null ? null : site + routePath('documento', { category: ato.categoria_slug, id: ato.id }),
    },
    changedAtColumn('2026-02-12T13:20:00Z'),
    {
      name: 'pagina',
      type: 'endereco',
      meaning: 'Endereço da página do órgão.',
      example: 'https://previdencia.exemplo.gov.br/institucional/conselho-fiscal',
      value: ({ orgao }, site) => site + bodyPath(orgao.chave),
    },
  ],
};
