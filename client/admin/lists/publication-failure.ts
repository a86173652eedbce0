/** Why the chosen rows of a list were not published or withdrawn, in one sentence. */
import { HttpError } from 'react-admin';
import { formatNumber } from '../../../shared/locale/numbers.ts';

interface Progress {
  /** Column that says whether the public sees a row. */
  readonly flag: string;
  readonly done: number;
  readonly chosen: number;
}

/** Says what is done, and why the rest is not. Requests of hundreds are done in parts. */
export function publicationFailure(error: unknown, { flag, done, chosen }: Progress): string {
  const before = done === 0 ? '' : `${formatNumber(done)} de ${formatNumber(chosen)} estão feitos, e os outros continuam escolhidos. `;
  if (!isAtFlag(error, flag)) return before + (error instanceof Error ? error.message : 'O servidor não respondeu.');
  // The rule about the second person is the only one at this column; its own words are for the form of one row.
  const nothing = done === 0 ? 'Nada foi publicado. ' : before;
  return `${nothing}Entre os escolhidos há conteúdo que você alterou por último, e neste site outra pessoa o publica: abra-o e envie-o para aprovação, ou tire-o da escolha.`;
}

function isAtFlag(error: unknown, flag: string): boolean {
  if (!(error instanceof HttpError)) return false;
  const body = error.body as { readonly errors?: Readonly<Record<string, string>> } | null;
  return body?.errors?.[flag] !== undefined;
}
