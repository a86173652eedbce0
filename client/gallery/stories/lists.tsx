/** Stories of lists and reports: what narrows them, counts them and hands them out. */
import { DownloadLinks } from '../../components/lists/download-links/download-links.tsx';
import { ListFilters } from '../../components/lists/list-filters/list-filters.tsx';
import { ListSummary } from '../../components/lists/list-summary/list-summary.tsx';
import { ReportFilters } from '../../components/lists/report-filters/report-filters.tsx';
import type { Story } from '../story.ts';

const NOUNS = { one: 'documento', many: 'documentos' };
const ALL = { q: '', years: [], order: 'recentes', page: 1, pageSize: 20 } as const;
const CHOSEN = { ...ALL, q: 'contas', years: [2025, 2026] };
const SITUATION = { name: 'situacao', label: 'Situação', value: 'vigente', options: [{ value: 'vigente', label: 'Vigente' }] };
const MONTHS = ['Janeiro', 'Fevereiro', 'Março'];
const YEARS = [2024, 2025, 2026];

export const LISTS: readonly Story[] = [
  {
    component: 'ListFilters',
    states: [
      { name: 'nada escolhido', element: <ListFilters path="#lista" query={ALL} availableYears={YEARS} /> },
      {
        name: 'com filtros em uso',
        element: <ListFilters path="#lista" query={CHOSEN} availableYears={YEARS} extras={[SITUATION]} searchLabel="Buscar nas leis" />,
      },
    ],
  },
  {
    component: 'ListSummary',
    states: [
      {
        name: 'com filtros em uso',
        element: <ListSummary path="#lista" query={CHOSEN} extras={[SITUATION]} total={37} nouns={NOUNS} title="Leis" />,
      },
    ],
  },
  {
    component: 'DownloadLinks',
    states: [{ name: 'com pacote', element: <DownloadLinks path="#lista" query={ALL} zip="one" /> }],
  },
  {
    component: 'ReportFilters',
    states: [
      {
        name: 'o ano todo',
        element: <ReportFilters path="#ano" query={{ years: [], from: 1, to: 3 }} availableYears={YEARS} months={MONTHS} />,
      },
      {
        name: 'com anos escolhidos',
        element: <ReportFilters path="#anos" query={{ years: [2025], from: 2, to: 3 }} availableYears={YEARS} months={MONTHS} />,
      },
    ],
  },
];
