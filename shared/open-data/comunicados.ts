/** Notices as open data. */
import type { OperationResults } from '../graphql/generated/operations.ts';
import { routePath } from '../routes/url.ts';
import type { Dataset } from './dataset.ts';

export type NoticeRow = NonNullable<OperationResults['DadosDosComunicados']['comunicado'][number]['comunicado']>;

function pageOf({ id }: NoticeRow): string {
  return routePath('comunicado', { id });
}

export const COMUNICADOS: Dataset<NoticeRow> = {
  key: 'comunicados',
  title: 'Comunicados',
  description: 'Avisos, convocações e prazos publicados pelo instituto.',
  columns: [
    { name: 'id', type: 'inteiro', meaning: 'Número permanente do comunicado no site.', example: '18', value: ({ id }) => id },
    { name: 'titulo', type: 'texto', meaning: 'Título.', example: 'Prova de vida dos nascidos em março', value: ({ titulo }) => titulo },
    {
      name: 'tipo',
      type: 'texto',
      meaning: 'Espécie do comunicado.',
      example: 'Convocação',
      value: ({ tipo_comunicado }) => tipo_comunicado.rotulo,
    },
    { name: 'resumo', type: 'texto', meaning: 'Resumo.', example: 'Veja quem deve comparecer.', value: ({ resumo }) => resumo },
    {
      name: 'publicado_em',
      type: 'momento',
      meaning: 'Momento da publicação.',
      example: '2026-02-20T12:00:00Z',
      value: ({ publicado_em }) => publicado_em,
    },
    {
      name: 'atualizado_em',
      type: 'momento',
      meaning: 'Momento da última alteração.',
      example: '2026-02-20T12:00:00Z',
      value: ({ atualizado_em }) => atualizado_em,
    },
    {
      name: 'valido_de',
      type: 'momento',
      meaning: 'Quando começa a valer.',
      example: '2026-03-01T03:00:00Z',
      value: ({ valido_de }) => valido_de,
    },
    {
      name: 'valido_ate',
      type: 'momento',
      meaning: 'Quando deixa de valer.',
      example: '2026-04-01T02:59:59Z',
      value: ({ valido_ate }) => valido_ate,
    },
    {
      name: 'pagina',
      type: 'endereco',
      meaning: 'Endereço da página do comunicado.',
      example: 'https://previdencia.exemplo.gov.br/informacoes/comunicado/18',
      value: (row, site) => site + pageOf(row),
    },
  ],
  entry: (row) => ({
    path: pageOf(row),
    title: row.titulo,
    summary: row.resumo,
    published: row.publicado_em,
    updated: row.atualizado_em,
    file: null,
  }),
};
