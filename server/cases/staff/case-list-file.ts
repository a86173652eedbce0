/** The staff's list of cases as a file for spreadsheets: what the filters choose, without texts and without the person. */
import type { Response } from 'express';
import { rotuloDoValor } from '../../../shared/atendimento/estatistica/rotulos.ts';
import { type InboxFilter, inboxCondition } from '../../../shared/cases/inbox-filter.ts';
import { answerLabel, groundLabel, staffSituationLabel } from '../../../shared/cases/situations.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { csvCell, csvHead } from '../../../shared/open-data/csv.ts';
import { localDay } from '../../../shared/time/local-day.ts';
import { wallTime } from '../../../shared/time/wall-time.ts';
import type { Caller } from '../../backend/backend.ts';
import { contentDisposition } from '../../http/content-disposition.ts';
import { askAs, type StaffRouterOptions } from './staff-caller.ts';

/** Rows that the permission of `public.caso` lets one request list. */
const PAGE = 500;

/** A longer list is cut, and says so in its last line: what leaves at once has an end. */
const MOST_ROWS = 20_000;

interface ListedRow {
  readonly id: string;
  readonly registrado_em: string;
  readonly assunto: { readonly nome: string } | null;
  readonly unidade: { readonly nome: string } | null;
  readonly [column: string]: unknown;
}

const LIST = `query ListaDeCasos($where: caso_bool_exp!) {
  caso(where: $where, order_by: [{registrado_em: desc}, {id: desc}], limit: ${PAGE}) {
    id protocolo canal tipo situacao identificacao canal_entrada registrado_em prazo_em prorrogado_em respondido_em respondido_no_prazo reaberto_em area_prazo_em reclamacao reclamacao_ate
    concluido_em tipo_resposta fundamento_negativa satisfacao resolutividade assunto { nome } unidade { nome }
  }
}`;

type Cell = (row: ListedRow) => unknown;

/** Columns whose moments are written as the institution's clock shows them: a spreadsheet has no zones. */
const MOMENTS: ReadonlySet<string> = new Set(['registrado_em', 'prorrogado_em', 'respondido_em', 'reaberto_em', 'concluido_em']);

const COLUMNS: readonly (readonly [heading: string, cell: Cell])[] = [
  ['protocolo', ({ protocolo }) => protocolo],
  ['canal', ({ canal }) => canal],
  ['tipo', ({ tipo }) => tipo],
  ['situacao', ({ situacao }) => staffSituationLabel(String(situacao))],
  ['identificacao', ({ identificacao }) => identificacao],
  ['entrada', ({ canal_entrada }) => canal_entrada],
  ['assunto', ({ assunto }) => assunto?.nome],
  ['area', ({ unidade }) => unidade?.nome],
  ['registrado_em', ({ registrado_em }) => registrado_em],
  ['prazo_em', ({ prazo_em }) => prazo_em],
  ['prorrogado_em', ({ prorrogado_em }) => prorrogado_em],
  ['respondido_em', ({ respondido_em }) => respondido_em],
  ['respondido_no_prazo', ({ respondido_no_prazo: inTime }) => (inTime === null ? null : inTime === true ? 'sim' : 'não')],
  ['concluido_em', ({ concluido_em }) => concluido_em],
  ['tipo_resposta', ({ tipo_resposta: kind }) => (typeof kind === 'string' ? answerLabel(kind) : null)],
  ['fundamento', ({ fundamento_negativa: ground }) => (typeof ground === 'string' ? groundLabel(ground) : null)],
  ['satisfacao', ({ satisfacao }) => satisfacao],
  ['resolutividade', ({ resolutividade }) => resolutividade],
  ['prazo_da_area', ({ area_prazo_em }) => area_prazo_em],
  ['reaberto_em', ({ reaberto_em }) => reaberto_em],
  ['reclamacao', ({ reclamacao }) => (typeof reclamacao === 'string' ? rotuloDoValor('reclamacao', reclamacao) : null)],
  ['prazo_da_reclamacao', ({ reclamacao_ate }) => reclamacao_ate],
];

/** Sends the file, page by page, so that it is never whole in memory. */
export async function sendCaseList(
  res: Response,
  filter: InboxFilter,
  caller: Caller,
  { backend, timeZone, now }: Pick<StaffRouterOptions, 'backend' | 'timeZone' | 'now'>,
): Promise<void> {
  const zone = timeZone();
  const condition = inboxCondition(filter, localDay(now(), zone));
  let rows = await pageAfter(null);
  res.setHeader('Content-Type', 'text/csv; charset=utf-8');
  res.setHeader('Content-Disposition', contentDisposition('attachment', 'casos.csv'));
  res.write(csvHead(COLUMNS.map(([heading]) => heading)));
  let sent = 0;
  while (rows.length > 0 && !res.destroyed) {
    const lines = rows.map((row) => COLUMNS.map(([heading, cell]) => csvCell(shownIn(zone, heading, valueOf(cell(row))))).join(';'));
    const hasRoom = res.write(`${lines.join('\r\n')}\r\n`);
    sent += rows.length;
    if (rows.length < PAGE) break;
    if (!hasRoom) await drained(res);
    rows = await pageAfter(rows.at(-1) ?? null);
    if (sent < MOST_ROWS) continue;
    if (rows.length > 0) res.write(`A lista continua: o arquivo tem os ${MOST_ROWS} casos mais recentes do filtro.\r\n`);
    break;
  }
  res.end();

  async function pageAfter(last: ListedRow | null): Promise<readonly ListedRow[]> {
    const after =
      last === null
        ? {}
        : { _or: [{ registrado_em: { _lt: last.registrado_em } }, { registrado_em: { _eq: last.registrado_em }, id: { _lt: last.id } }] };
    // The first condition is what an index can begin from.
    const since = last === null ? {} : { registrado_em: { _lte: last.registrado_em } };
    const answer = await askAs(caller, { query: LIST, variables: { where: { _and: [condition, since, after] } } }, backend);
    if (answer.kind === 'refused') throw new AppError('BAD_REQUEST', { detail: `the list was refused with ${answer.reason}` });
    return answer.value as readonly ListedRow[];
  }
}

/** The client reads again, or has left. */
function drained(res: Response): Promise<void> {
  return new Promise((resolve) => {
    const goOn = (): void => {
      res.off('drain', goOn).off('close', goOn);
      resolve();
    };
    res.on('drain', goOn).on('close', goOn);
  });
}

function shownIn(zone: string, heading: string, value: string | number | null): string | number | null {
  return typeof value === 'string' && MOMENTS.has(heading) ? wallTime(Date.parse(value), zone).replace('T', ' ') : value;
}

function valueOf(value: unknown): string | number | null {
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}
