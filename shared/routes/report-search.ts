/** The query parameters of a statistical report: years, and the months of each of them. */
import { withMark } from '../platform/substitutes.ts';
import type { RouteInput, SearchParameter } from './types.ts';

const FIRST_MONTH = 1;
const LAST_MONTH = 12;

/** Most years side by side, on the page and in its file; of more, the newest. */
export const MOST_YEARS = 6;

const MONTH = /^(?:[1-9]|1[0-2])$/;

export const REPORT_SEARCH: readonly SearchParameter[] = [
  { name: 'ano', repeatable: true, maxLength: 4, form: /^20\d\d$/ },
  { name: 'mes_de', maxLength: 2, form: MONTH, defaultValue: String(FIRST_MONTH) },
  { name: 'mes_ate', maxLength: 2, form: MONTH, defaultValue: String(LAST_MONTH) },
];

/** The state of a report, read from its address. */
export interface ReportQuery {
  /** Chosen years, ascending; empty for the newest ones that there are. */
  readonly years: readonly number[];
  /** First and last month, 1 to 12; the first is never the later one. */
  readonly from: number;
  readonly to: number;
}

/** Reads the state of a report from its query parameters, as `declaredSearch` keeps them. */
export function readReportQuery(search: RouteInput['search']): ReportQuery {
  const month = (name: string, otherwise: number): number => Number(search[name]?.[0] ?? otherwise);
  const [from, to] = [month('mes_de', FIRST_MONTH), month('mes_ate', LAST_MONTH)];
  const years = (search['ano'] ?? []).map(Number).sort((a, b) => a - b);
  return { years: years.slice(-MOST_YEARS), from: Math.min(from, to), to: Math.max(from, to) };
}

/** Writes the state of a report as a query string with its `?`, leaving defaults out; empty when nothing differs from them. */
export function reportQueryString({ years, from, to }: ReportQuery): string {
  const search = new URLSearchParams(years.map((year) => ['ano', String(year)]));
  if (to !== LAST_MONTH) search.append('mes_ate', String(to));
  if (from !== FIRST_MONTH) search.append('mes_de', String(from));
  return withMark(search);
}

/** Whether the report shows less than the whole of the newest years. */
export function isFiltered({ years, from, to }: ReportQuery): boolean {
  return years.length > 0 || from !== FIRST_MONTH || to !== LAST_MONTH;
}
