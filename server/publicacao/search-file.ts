/** The results of the search as a file: for programs, and for the suggestions below the boxes of the search. */
import type { OperationResults } from '../../shared/graphql/generated/operations.ts';
import type { AnyRoute } from '../../shared/routes/define.ts';
import { listTotal } from '../../shared/routes/list-filter.ts';
import { resultadosDe } from '../../shared/routes/search-results.ts';
import type { PageFile } from './page-file.ts';

/** Makes the file of one page of results, from the operation that the page asks for. Without words there are none. */
export function searchFile({ late }: Pick<AnyRoute, 'late'>): PageFile {
  return {
    name: () => 'busca',
    async *write({ input, ask }) {
      const [call] = late(input);
      // The backend answers the operation that the generated type describes.
      const linhas = call === undefined ? [] : ((await ask(call)) as OperationResults['Busca']).resultado;
      const resultados = resultadosDe(linhas).map(({ titulo, href, tipo, trecho, pagina, data, emVigor }) => ({
        titulo,
        endereco: href,
        tipo,
        trecho,
        pagina,
        data,
        em_vigor: emVigor,
      }));
      yield JSON.stringify({ total: listTotal(linhas), corrigida: linhas[0]?.corrigida ?? null, resultados });
    },
  };
}
