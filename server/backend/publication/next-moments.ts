/** Where scheduled content keeps its moments, when each of them counts, and the query that asks for the next one of each. */
import { z } from 'zod';
import { dayAfter, isTimeZone, localDay, startOfDay } from './local-day.ts';

interface Moment {
  readonly table: string;
  readonly column: string;
  /** `moment`: the instant itself. `first_day`: the beginning of that day. `last_day`: its end. */
  readonly kind: 'moment' | 'first_day' | 'last_day';
}

/** Every column of a published row that the views of the project compare with the time; a test holds them to it. */
export const MOMENTS: readonly Moment[] = [
  { table: 'noticia', column: 'publicado_em', kind: 'moment' },
  { table: 'comunicado', column: 'publicado_em', kind: 'moment' },
  { table: 'comunicado', column: 'valido_de', kind: 'moment' },
  { table: 'comunicado', column: 'valido_ate', kind: 'moment' },
  { table: 'banner_comunicado', column: 'exibir_de', kind: 'moment' },
  { table: 'banner_comunicado', column: 'exibir_ate', kind: 'moment' },
  { table: 'pagina', column: 'publicado_em', kind: 'moment' },
  { table: 'documento', column: 'publicado_em', kind: 'first_day' },
  { table: 'documento', column: 'retirado_em', kind: 'moment' },
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

/** What else decides the rows of a table: a view has no moments of its own, and a row may be seen only with the one that it belongs to. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  arquivo: ['documento', 'comunicado', 'noticia', 'banner_comunicado', 'pagina', 'declaracao_inexistencia'],
  comunicado_arquivo: ['comunicado'],
  contrato_fiscal: ['documento'],
  documento_arquivo: ['documento'],
  documento_relacao: ['documento'],
  documento_versao: ['documento'],
  instituicao_credenciada: ['documento'],
  progestao_evidencia: ['documento'],
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

/** Returns the tables whose moments decide what the public sees of `table`. */
export function momentTables(table: string): readonly string[] {
  return SOURCES[table] ?? [table];
}

export const NEXT_MOMENTS_OPERATION = 'ProximasMudancas';

/**
 * For the administrator alone: what is not visible yet is the very thing that counts, and some of the columns are not for the public. So it
 * is none of the site's operations, which everybody may run. `$agora` is an instant, `$hoje` the day that it lies in.
 */
export const NEXT_MOMENTS_QUERY = `query ${NEXT_MOMENTS_OPERATION}($agora: timestamptz!, $hoje: date!) {
  configuracao_site(limit: 1) { fuso_horario }
${MOMENTS.map(nextMoment).join('\n')}
}`;

function nextMoment(moment: Moment): string {
  const { table, column } = moment;
  const where = `{ publicado: { _eq: true }, ${column}: ${stillToCome(moment)} }`;
  return `  ${answerField(moment)}: ${table}(where: ${where}, order_by: [{ ${column}: asc }], limit: 1) { ${column} }`;
}

function stillToCome({ kind }: Moment): string {
  switch (kind) {
    case 'moment':
      return '{ _gt: $agora }';
    case 'first_day':
      return '{ _gt: $hoje }';
    // Today's last day ends tonight.
    case 'last_day':
      return '{ _gte: $hoje }';
  }
}

/** Two columns of one table are asked for apart, each under a name of its own. */
function answerField({ table, column }: Moment): string {
  return `${table}_${column}`;
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

/** Reads the answer to `NEXT_MOMENTS_QUERY`, whose days are of `timeZone`. @throws ZodError or RangeError when it is not one. */
export function parseNextMoments(json: string, timeZone: string, now: number): NextMoments {
  const answer = Answer.parse(JSON.parse(json));
  const byTable = new Map<string, number>([[DAILY_TABLE, startOfDay(dayAfter(localDay(now, timeZone)), timeZone)]]);
  for (const moment of MOMENTS) {
    const { table, column, kind } = moment;
    const value = answer[answerField(moment)]?.[0]?.[column];
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
