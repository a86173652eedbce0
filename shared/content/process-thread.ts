/** A purchase as one thread: its notice, what names the notice as its tender, and what is related to the notice or to one of those. */

interface Piece {
  readonly id: number;
  readonly data_ato: string | null;
  readonly publicado_em: string | null;
}

interface Related<P> {
  readonly relacoes_inversas: readonly { readonly de: P | null }[];
}

/** Returns the documents of a purchase, each once, the oldest first; those of one day in the order in which they were entered. */
export function processThread<P extends Piece>(notice: P & Related<P> & { readonly contratos: readonly (P & Related<P>)[] }): readonly P[] {
  const named = notice.contratos.flatMap((contract): readonly (P | null)[] => [contract, ...relatedTo(contract)]);
  const pieces = [notice, ...named, ...relatedTo(notice)].filter((piece) => piece !== null);
  return [...new Map(pieces.map((piece): [number, P] => [piece.id, piece])).values()].sort((a, b) => {
    const [first, second] = [dayOf(a), dayOf(b)];
    return first === second ? a.id - b.id : first < second ? -1 : 1;
  });
}

function relatedTo<P>({ relacoes_inversas }: Related<P>): readonly (P | null)[] {
  return relacoes_inversas.map(({ de }) => de);
}

/** A document without a day stands after those that have one. */
function dayOf({ data_ato, publicado_em }: Piece): string {
  return data_ato ?? publicado_em ?? '9999';
}
