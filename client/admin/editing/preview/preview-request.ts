/** Asks the site for the page of a row as the form has it. */
import { HttpError } from 'react-admin';
import { NEW_KEY, PREVIEW_PATH } from '../../../../shared/routes/url.ts';
import { localDay } from '../../../../shared/time/local-day.ts';
import type { TableAccess } from '../../data/access.ts';
import { faultOf, type GraphqlFault } from '../../data/database-faults.ts';
import type { RunGraphql, Variables } from '../../data/graphql.ts';
import { createRow, updateRow } from '../../data/row-writer.ts';
import { VERSION_COLUMN } from '../../data/selection.ts';
import type { ContentType, Publication, Row } from '../../resources/content-type.ts';

export interface PreviewOf {
  readonly type: ContentType;
  readonly access: TableAccess;
  /** The values of the form. */
  readonly values: Row;
  /** The row as the form read it; null for a new one. */
  readonly record: Row | null;
}

export interface PreviewOptions {
  readonly run: RunGraphql;
  readonly fetch: typeof fetch;
  readonly now: Date;
  /** The zone of the institution, by whose days content is published. */
  readonly timeZone: string;
}

type PublicationTime = Pick<PreviewOptions, 'now' | 'timeZone'>;

interface Mutation {
  readonly query: string;
  readonly variables: Variables;
}

/** Ends the way of a save at its mutation, which is sent to the preview instead. */
class Captured extends Error {
  override readonly name = 'Captured';
  readonly mutation: Mutation;

  constructor(mutation: Mutation) {
    super('the mutation of a save was captured');
    this.mutation = mutation;
  }
}

/** Returns the HTML of the page. @throws HttpError with what to do, for the person */
export async function requestPreview(of: PreviewOf, { run, fetch, ...time }: PreviewOptions): Promise<string> {
  const { type, record } = of;
  const values = asPublished(of, time);
  const caminho = type.publicPath?.({ ...record, ...values, [type.key]: record?.[type.key] ?? NEW_KEY }) ?? null;
  if (caminho === null || caminho === '')
    throw new HttpError('Este conteúdo não tem uma página própria. Preencha os campos do endereço.', 422);
  const mutacao = await mutationOf(of, values, run);
  const response = await fetch(PREVIEW_PATH, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'text/html, application/json' },
    credentials: 'same-origin',
    body: JSON.stringify({ caminho, mutacao, chave: type.key }),
  });
  if (response.ok) return response.text();
  const answer: unknown = await response.json().catch(() => null);
  const [fault] = (answer as { readonly errors?: readonly GraphqlFault[] } | null)?.errors ?? [];
  if (fault?.extensions?.code === 'not-public') {
    throw new HttpError(`Com estes dados o público não veria a página. O site responderia: ${fault.message}`, 422);
  }
  if (fault !== undefined && response.status === 422) throw faultOf(fault, type.table, { fields: type.fields, values: of.values });
  throw new HttpError(
    response.status === 501
      ? 'A pré-visualização não está disponível neste servidor.'
      : 'A página não pôde ser mostrada. Tente de novo em instantes.',
    response.status,
  );
}

/** The mutation with which the form would be saved; null where nothing differs from the row. */
async function mutationOf({ type, access, record }: PreviewOf, values: Row, run: RunGraphql): Promise<Mutation | null> {
  const capture: RunGraphql = async (query, variables = {}, options) => {
    if (query.startsWith('mutation')) throw new Captured({ query, variables });
    return run(query, variables, options);
  };
  try {
    if (record === null) await createRow(capture, type, access, values);
    else {
      // Without the version: the preview is about the own text, also after another editor has saved.
      const { [VERSION_COLUMN]: _version, ...previous } = record;
      await updateRow(capture, type, access, { id: record[type.key], data: values, previous });
    }
    return null;
  } catch (error) {
    if (error instanceof Captured) return error.mutation;
    throw error;
  }
}

/** The values with a publication that is in force now: the question is what the page will look like, not when. */
export function asPublished({ type, access, values, record }: PreviewOf, time: PublicationTime): Row {
  const writable = record === null ? access.insertable : access.changeable;
  const { publication } = type;
  if (publication === undefined || !writable.has(publication.flag)) return values;
  const { flag, since, until } = publication;
  const start = since === undefined ? {} : { [since.column]: startedBy(values[since.column], since.precision, time) };
  const end = until === undefined ? {} : { [until.column]: notEnded(values[until.column], until.precision, time) };
  return { ...values, [flag]: true, ...start, ...end };
}

/** Whether the page shows the present day or moment in place of the one from which the public will see the content. */
export function isBeforeItsDay(of: PreviewOf, time: PublicationTime): boolean {
  const column = of.type.publication?.since?.column;
  const wanted = column === undefined ? undefined : of.values[column];
  return column !== undefined && typeof wanted === 'string' && wanted !== '' && asPublished(of, time)[column] !== wanted;
}

type Precision = NonNullable<Publication['since']>['precision'];

function startedBy(value: unknown, precision: Precision, time: PublicationTime): unknown {
  const { now, timeZone } = time;
  if (typeof value === 'string' && value !== '' && hasCome(value, precision, time)) return value;
  return precision === 'day' ? localDay(now.getTime(), timeZone) : new Date(now.getTime() - 60_000).toISOString();
}

/** The last day counts to its end. */
function notEnded(value: unknown, precision: Precision, time: PublicationTime): unknown {
  if (typeof value !== 'string' || value === '') return value;
  const hasEnded = precision === 'day' ? value < localDay(time.now.getTime(), time.timeZone) : hasCome(value, precision, time);
  return hasEnded ? null : value;
}

function hasCome(value: string, precision: Precision, { now, timeZone }: PublicationTime): boolean {
  return precision === 'day' ? value <= localDay(now.getTime(), timeZone) : Date.parse(value) <= now.getTime();
}
