/** What the public sees of a row and when, as a value and as a sentence. */
import type { Publication, Row } from './content-type.ts';

export type PublicationState =
  | { readonly kind: 'draft' }
  | { readonly kind: 'scheduled'; readonly from: string; readonly day: string }
  | { readonly kind: 'visible'; readonly until: string | null }
  | { readonly kind: 'ended'; readonly at: string };

/** Returns the state of `row` at `now`, in milliseconds since the epoch. A day begins and ends by this browser's clock. */
export function publicationState(publication: Publication, row: Row, now: number): PublicationState {
  if (row[publication.flag] !== true) return { kind: 'draft' };
  const since = momentOf(publication.since, row, 'start');
  const until = momentOf(publication.until, row, 'end');
  if (until !== null && until < now) return { kind: 'ended', at: written(publication.until, until) };
  if (since !== null && since > now) {
    return { kind: 'scheduled', from: written(publication.since, since), day: new Date(since).toLocaleDateString('pt-BR') };
  }
  return { kind: 'visible', until: until === null ? null : written(publication.until, until) };
}

/** Returns the sentence that says what the public sees. */
export function publicationSentence(state: PublicationState): string {
  switch (state.kind) {
    case 'draft':
      return 'O público não vê este conteúdo. Só quem edita o site o vê.';
    case 'scheduled':
      return `O público passa a ver este conteúdo em ${state.from}, sem que ninguém precise fazer nada.`;
    case 'ended':
      return `O público deixou de ver este conteúdo em destaque em ${state.at}.`;
    case 'visible':
      return state.until === null ? 'O público vê este conteúdo agora.' : `O público vê este conteúdo agora, até ${state.until}.`;
  }
}

/** Returns the words of a list. */
export function publicationLabel(state: PublicationState): string {
  switch (state.kind) {
    case 'draft':
      return 'Rascunho';
    case 'scheduled':
      return `Agendado: ${state.day}`;
    case 'ended':
      return 'Encerrado';
    case 'visible':
      return 'Publicado';
  }
}

type Boundary = Publication['since'];

/** Returns the moment of a column; null where it is empty. The last day of a period counts to its end. */
function momentOf(boundary: Boundary, row: Row, edge: 'start' | 'end'): number | null {
  const value = boundary === undefined ? null : row[boundary.column];
  if (boundary === undefined || typeof value !== 'string' || value === '') return null;
  const text = boundary.precision === 'moment' ? value : `${value.slice(0, 10)}T${edge === 'start' ? '00:00:00' : '23:59:59'}`;
  const moment = new Date(text).getTime();
  return Number.isNaN(moment) ? null : moment;
}

function written(boundary: Boundary, moment: number): string {
  const date = new Date(moment);
  return boundary?.precision === 'day'
    ? date.toLocaleDateString('pt-BR', { dateStyle: 'long' })
    : date.toLocaleString('pt-BR', { dateStyle: 'long', timeStyle: 'short' });
}
