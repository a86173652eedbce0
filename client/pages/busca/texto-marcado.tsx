import type { ReactElement } from 'react';
import { foldText } from '../../../shared/locale/fold.ts';

interface Props {
  readonly texto: string;
  /** Beginnings of words, folded and singular, as the database compares them. */
  readonly lexemas: readonly string[];
}

/** A text in which the words that were searched for are marked. */
export function TextoMarcado({ texto, lexemas }: Props): ReactElement {
  const partes = texto.split(/([\p{L}\p{N}]+)/u);
  return (
    <>
      {partes.map((parte, index) =>
        // Words stand at the odd places of a split with one group.
        // oxlint-disable-next-line react/no-array-index-key -- the parts of one text never move
        index % 2 === 1 && isMarked(parte, lexemas) ? <mark key={index}>{parte}</mark> : parte,
      )}
    </>
  );
}

/** Whether one of the lexemes begins the word in its singular, which is made as `indice.normalizar` of the database does. */
function isMarked(palavra: string, lexemas: readonly string[]): boolean {
  const dobrada = foldText(palavra);
  const singular = dobrada
    .replace(/^([a-z])eis$/u, '$1ei')
    .replace(/[oa]es$/u, 'ao')
    .replace(/([aeou])is$/u, '$1l')
    .replace(/([aeiou])ns$/u, '$1m')
    .replace(/^([a-z]{2,}[aeiou])s$/u, '$1');
  return lexemas.some((lexema) => (lexema.length < 3 ? singular === lexema : singular.startsWith(lexema)));
}
