/** Paydays and periods of the proof of life as open data and as a calendar. */
import type { DataDoCalendarioFragment } from '../graphql/generated/operations.ts';
import { routePath } from '../routes/url.ts';
import { changedAtColumn, type Dataset } from './dataset.ts';

export type CalendarRow = DataDoCalendarioFragment;

const TIPOS: Readonly<Record<string, string>> = { pagamento: 'Pagamento', prova_de_vida: 'Prova de vida' };

export const CALENDARIO: Dataset<CalendarRow> = {
  key: 'calendario',
  title: 'Calendário de pagamento e prova de vida',
  description: 'Os dias em que os benefícios são depositados e os meses da prova de vida.',
  columns: [
    { name: 'id', type: 'inteiro', meaning: 'Número permanente da data no site.', example: '41', value: ({ id }) => id },
    { name: 'tipo', type: 'texto', meaning: 'Pagamento ou prova de vida.', example: 'Pagamento', value: ({ tipo }) => TIPOS[tipo] ?? tipo },
    { name: 'titulo', type: 'texto', meaning: 'O que ocorre.', example: 'Benefício de março de 2026', value: ({ titulo }) => titulo },
    { name: 'inicio', type: 'data', meaning: 'Dia, ou primeiro dia do período.', example: '2026-03-31', value: ({ inicio }) => inicio },
    { name: 'fim', type: 'data', meaning: 'Último dia do período.', example: '2026-03-31', value: ({ inicio, fim }) => fim ?? inicio },
    {
      name: 'observacao',
      type: 'texto',
      meaning: 'O que convém saber.',
      example: 'Junto com a primeira parte do 13º',
      value: ({ observacao }) => observacao,
    },
    changedAtColumn('2026-01-12T12:00:00Z'),
  ],
  event: (row) => ({
    key: `calendario-${row.id}`,
    path: routePath('calendario'),
    title: row.titulo,
    start: row.inicio,
    end: row.fim,
    updated: row.atualizado_em,
    place: null,
    description: row.observacao,
    takesPlace: true,
  }),
};
