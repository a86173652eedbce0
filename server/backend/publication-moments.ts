/** Where scheduled content keeps its moments, and when each of them counts. The operation `ProximasMudancas` asks for every one. */
import { z } from 'zod';
import { dayAfter, isTimeZone, localDay, startOfDay } from './local-day.ts';

interface Moment {
  readonly table: string;
  readonly column: string;
  /** `moment`: the instant itself. `first_day`: the beginning of that day. `last_day`: its end. */
  readonly kind: 'moment' | 'first_day' | 'last_day';
}

/** One column a line; the answer's field is `<table>_<column>`. */
export const MOMENTS: readonly Moment[] = [
  { table: 'noticia', column: 'publicado_em', kind: 'moment' },
  { table: 'comunicado', column: 'publicado_em', kind: 'moment' },
  { table: 'comunicado', column: 'valido_de', kind: 'moment' },
  { table: 'comunicado', column: 'valido_ate', kind: 'moment' },
  { table: 'banner_comunicado', column: 'exibir_de', kind: 'moment' },
  { table: 'banner_comunicado', column: 'exibir_ate', kind: 'moment' },
  { table: 'pagina', column: 'publicado_em', kind: 'moment' },
  { table: 'documento', column: 'publicado_em', kind: 'first_day' },
  { table: 'declaracao_inexistencia', column: 'declarado_em', kind: 'first_day' },
  { table: 'membro_orgao', column: 'mandato_inicio', kind: 'first_day' },
  { table: 'membro_orgao', column: 'mandato_fim', kind: 'last_day' },
  { table: 'progestao_certificacao', column: 'certificado_em', kind: 'first_day' },
  { table: 'progestao_certificacao', column: 'valido_ate', kind: 'last_day' },
  { table: 'reuniao', column: 'inicio', kind: 'moment' },
  { table: 'reuniao', column: 'fim', kind: 'moment' },
];

/** The categories' counts and delays are worked out for the current day, so they end with it. */
export const DAILY_TABLE = 'categoria_resumo';

/** What else a table shows: views have no moments of their own. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  categoria_documento: ['documento', 'declaracao_inexistencia'],
  [DAILY_TABLE]: [DAILY_TABLE, 'documento', 'declaracao_inexistencia'],
  categoria_exercicio: ['documento'],
  documento_retirado: ['documento'],
  noticia_ano: ['noticia'],
  comunicado_ano: ['comunicado'],
  banner_comunicado_vigente: ['banner_comunicado'],
  comunicado_vigente: ['comunicado'],
  membro_orgao_vigente: ['membro_orgao'],
  orgao_colegiado: ['membro_orgao', 'reuniao'],
  progestao_certificacao_vigente: ['progestao_certificacao'],
  reuniao_futura: ['reuniao'],
};

/** Returns the tables whose moments decide what `table` shows. */
export function momentTables(table: string): readonly string[] {
  return SOURCES[table] ?? [table];
}

const Answer = z
  .object({ configuracao_site: z.array(z.object({ fuso_horario: z.string() })) })
  .catchall(z.array(z.record(z.string(), z.string().nullable())));

export interface NextMoments {
  /** The zone in which the database counts days; null while the settings name none that is known here. */
  readonly timeZone: string | null;
  /** Milliseconds of the next moment of each table that has one. */
  readonly byTable: ReadonlyMap<string, number>;
}

/** Reads the answer to `ProximasMudancas`, whose days are of `timeZone`. @throws ZodError or RangeError when it is not one. */
export function parseNextMoments(json: string, timeZone: string, now: number): NextMoments {
  const answer = Answer.parse(JSON.parse(json));
  const byTable = new Map<string, number>([[DAILY_TABLE, startOfDay(dayAfter(localDay(now, timeZone)), timeZone)]]);
  for (const { table, column, kind } of MOMENTS) {
    const value = answer[`${table}_${column}`]?.[0]?.[column];
    if (typeof value !== 'string') continue;
    const instant = toInstant(value, kind, timeZone);
    byTable.set(table, Math.min(instant, byTable.get(table) ?? Number.POSITIVE_INFINITY));
  }
  const named = answer.configuracao_site[0]?.fuso_horario ?? null;
  // Postgres knows zones that Intl does not ("<-03>3"); they must not keep the site from starting.
  return { timeZone: named !== null && isTimeZone(named) ? named : null, byTable };
}

function toInstant(value: string, kind: Moment['kind'], timeZone: string): number {
  if (kind === 'first_day') return startOfDay(value, timeZone);
  if (kind === 'last_day') return startOfDay(dayAfter(value), timeZone);
  const instant = Date.parse(value);
  if (Number.isNaN(instant)) throw new RangeError('the database answered a moment that is not a time');
  return instant;
}
