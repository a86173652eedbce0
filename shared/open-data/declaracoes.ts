/** The declarations that there was nothing to publish, as open data: without them an empty list could be one that was forgotten. */
import { fileUrl } from '../files/file-url.ts';
import type { OperationResults } from '../graphql/generated/operations.ts';
import { declarationAnchor } from '../routes/document-list.ts';
import { routePath } from '../routes/url.ts';
import { changedAtColumn, type Dataset } from './dataset.ts';

export type DeclarationRow = OperationResults['DadosDasDeclaracoes']['declaracao_inexistencia'][number];

function placeOf({ id, categoria_slug }: DeclarationRow): string {
  return `${routePath('documentos', { category: categoria_slug })}#${declarationAnchor(id)}`;
}

export const DECLARACOES: Dataset<DeclarationRow> = {
  key: 'declaracoes',
  title: 'Declarações de inexistência',
  description: 'Cada declaração assinada de que, em um período, não houve o que publicar em uma lista de documentos.',
  columns: [
    { name: 'id', type: 'inteiro', meaning: 'Número permanente da declaração no site.', example: '7', value: ({ id }) => id },
    {
      name: 'categoria',
      type: 'texto',
      meaning: 'Assunto da lista, como aparece no endereço dela.',
      example: 'dcp',
      value: ({ categoria_slug }) => categoria_slug,
    },
    { name: 'exercicio', type: 'inteiro', meaning: 'Ano a que se refere.', example: '2025', value: ({ exercicio }) => exercicio },
    {
      name: 'competencia_inicio',
      type: 'data',
      meaning: 'Primeiro dia do período declarado.',
      example: '2025-01-01',
      value: ({ competencia_inicio }) => competencia_inicio,
    },
    {
      name: 'competencia_fim',
      type: 'data',
      meaning: 'Último dia do período declarado.',
      example: '2025-12-31',
      value: ({ competencia_fim }) => competencia_fim,
    },
    {
      name: 'texto',
      type: 'texto',
      meaning: 'O que foi declarado.',
      example: 'Declaro que, em 2025, não houve acordo de parcelamento.',
      value: ({ texto }) => texto,
    },
    {
      name: 'declarado_em',
      type: 'data',
      meaning: 'Dia em que a declaração foi assinada.',
      example: '2026-01-15',
      value: ({ declarado_em }) => declarado_em,
    },
    { name: 'signatario', type: 'texto', meaning: 'Quem assinou.', example: 'Maria Souza', value: ({ signatario }) => signatario },
    { name: 'cargo', type: 'texto', meaning: 'Cargo de quem assinou.', example: 'Diretora-Presidente', value: ({ cargo }) => cargo },
    {
      name: 'pagina',
      type: 'endereco',
      meaning: 'Lugar da declaração na página da lista.',
      example: 'https://previdencia.exemplo.gov.br/lai/documentos/dcp#declaracao-7',
      value: (row, site) => site + placeOf(row),
    },
    {
      name: 'arquivo',
      type: 'endereco',
      meaning: 'Endereço da declaração assinada.',
      example: 'https://previdencia.exemplo.gov.br/nhostprovider/0b6e…',
      value: ({ arquivo }, site) => (arquivo === null ? null : site + fileUrl(arquivo.id)),
    },
    {
      name: 'arquivo_sha256',
      type: 'texto',
      meaning: 'Soma SHA-256 do arquivo, para conferir que ele não mudou.',
      example: '9f86d081884c7d65…',
      value: ({ arquivo }) => arquivo?.sha256 ?? null,
    },
    changedAtColumn('2026-01-15T12:00:00Z'),
  ],
  entry: (row) => ({
    path: placeOf(row),
    title: `Declaração de inexistência: ${row.categoria?.rotulo ?? row.categoria_slug}, ${row.exercicio}`,
    summary: row.texto,
    published: row.declarado_em,
    updated: row.atualizado_em,
    file: row.arquivo === null ? null : { path: fileUrl(row.arquivo.id), type: row.arquivo.mime, bytes: row.arquivo.tamanho_bytes },
  }),
};
