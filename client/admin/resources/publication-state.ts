/** What the public sees of a row and when, as a value and as a sentence. */
import { dayAfter, startOfDay } from '../../../shared/time/local-day.ts';
import { writtenDay, writtenDayOf, writtenMoment } from '../time/institution-time.ts';
import type { Publication, Row } from './content-type.ts';

export type PublicationState =
  | { readonly kind: 'draft' }
  | { readonly kind: 'scheduled'; readonly from: string; readonly day: string }
  | { readonly kind: 'visible'; readonly day: string | null; readonly until: string | null }
  | { readonly kind: 'ended'; readonly at: string; readonly afterwards: string }
  | { readonly kind: 'withdrawn'; readonly at: string };

export interface InstitutionTime {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Days begin and end by the clock of this zone, as they do on the public pages. */
  readonly timeZone: string;
}

/** Returns the state of `row`. */
export function publicationState(publication: Publication, row: Row, time: InstitutionTime): PublicationState {
  if (row[publication.flag] !== true) return { kind: 'draft' };
  const { now, timeZone } = time;
  const since = boundaryOf(publication.since, row, 'start', timeZone);
  const withdrawal = boundaryOf(publication.withdrawal, row, 'end', timeZone);
  if (withdrawal !== null && withdrawal.moment <= now) return { kind: 'withdrawn', at: withdrawal.written };
  const end = boundaryOf(publication.until, row, 'end', timeZone);
  if (publication.until !== undefined && end !== null && end.moment < now) {
    return { kind: 'ended', at: end.written, afterwards: publication.until.afterwards };
  }
  const day = since === null ? null : writtenDayOf(since.moment, timeZone);
  if (since !== null && day !== null && since.moment > now) return { kind: 'scheduled', from: since.written, day };
  return { kind: 'visible', day, until: (end ?? withdrawal)?.written ?? null };
}

/** Returns the sentence that says what the public sees. */
export function publicationSentence(state: PublicationState): string {
  switch (state.kind) {
    case 'draft':
      return 'O público não vê este conteúdo. Só quem edita o site o vê.';
    case 'scheduled':
      return `O público passa a ver este conteúdo em ${state.from}, sem que ninguém precise fazer nada.`;
    case 'withdrawn':
      return `Este conteúdo foi retirado em ${state.at}. No endereço dele o público lê a data e o motivo da retirada.`;
    case 'ended':
      return `O público deixou de ver este conteúdo em destaque em ${state.at}. ${state.afterwards}`;
    case 'visible':
      return state.until === null ? 'O público vê este conteúdo agora.' : `O público vê este conteúdo agora, até ${state.until}.`;
  }
}

/** Returns the word of a file for spreadsheets, whose dates have columns of their own. */
export function publicationLabel(state: PublicationState): string {
  switch (state.kind) {
    case 'draft':
      return 'Rascunho';
    case 'scheduled':
      return 'Agendado';
    case 'withdrawn':
      return 'Retirado';
    case 'ended':
      return 'Encerrado';
    case 'visible':
      return 'Publicado';
  }
}

/** Returns the words of a list, with the day from which the public sees the row. */
export function datedPublicationLabel(state: PublicationState): string {
  const label = publicationLabel(state);
  return 'day' in state && state.day !== null ? `${label}: ${state.day}` : label;
}

interface Boundary {
  readonly moment: number;
  readonly written: string;
}

const DAY = /^\d{4}-\d\d-\d\d/;

/** Returns the moment of a column; null where it has none. The last day of a period counts to its end. */
function boundaryOf(column: Publication['since'], row: Row, edge: 'start' | 'end', timeZone: string): Boundary | null {
  const value = column === undefined ? null : row[column.column];
  if (column === undefined || typeof value !== 'string' || Number.isNaN(Date.parse(value))) return null;
  if (column.precision === 'moment') return { moment: Date.parse(value), written: writtenMoment(value, timeZone, 'long') };
  const [day] = DAY.exec(value) ?? [];
  if (day === undefined) return null;
  const moment = edge === 'start' ? startOfDay(day, timeZone) : startOfDay(dayAfter(day), timeZone) - 1;
  return { moment, written: writtenDay(day, 'long') };
}
