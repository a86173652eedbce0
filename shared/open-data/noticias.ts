/** News as open data. */
import type { OperationResults } from '../graphql/generated/operations.ts';
import { routePath } from '../routes/url.ts';
import type { Dataset } from './dataset.ts';

export type NewsRow = NonNullable<OperationResults['DadosDasNoticias']['noticia'][number]['noticia']>;

function pageOf({ id }: NewsRow): string {
  return routePath('noticia', { id });
}

export const NOTICIAS: Dataset<NewsRow> = {
  key: 'noticias',
  title: 'Notícias',
  description: 'As notícias publicadas pelo instituto, com título, resumo, autor e os momentos da publicação e da última alteração.',
  columns: [
    { name: 'id', type: 'inteiro', meaning: 'Número permanente da notícia no site.', example: '61', value: ({ id }) => id },
    { name: 'titulo', type: 'texto', meaning: 'Título.', example: 'Calendário de pagamento de 2027', value: ({ titulo }) => titulo },
    { name: 'chapeu', type: 'texto', meaning: 'Assunto, em uma ou duas palavras.', example: 'Benefícios', value: ({ chapeu }) => chapeu },
    { name: 'resumo', type: 'texto', meaning: 'Resumo.', example: 'Veja as datas do ano.', value: ({ resumo }) => resumo },
    { name: 'autor', type: 'texto', meaning: 'Quem escreveu.', example: 'Assessoria de Comunicação', value: ({ autor }) => autor },
    {
      name: 'publicado_em',
      type: 'momento',
      meaning: 'Momento da publicação.',
      example: '2026-11-03T12:00:00Z',
      value: ({ publicado_em }) => publicado_em,
    },
    {
      name: 'atualizado_em',
      type: 'momento',
      meaning: 'Momento da última alteração.',
      example: '2026-11-04T09:30:00Z',
      value: ({ atualizado_em }) => atualizado_em,
    },
    {
      name: 'pagina',
      type: 'endereco',
      meaning: 'Endereço da página da notícia.',
      example: 'https://previdencia.exemplo.gov.br/informacoes/noticia/61',
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
