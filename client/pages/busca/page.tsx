import type { ReactElement } from 'react';
import { BuscaDocument } from '../../../shared/graphql/generated/documents/Busca.ts';
import { isTooShort } from '../../../shared/locale/fold.ts';
import { readSearch } from '../../../shared/routes/familias/site.ts';
import type { RouteInput } from '../../../shared/routes/types.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { Stack } from '../../components/layout/column/column.tsx';
import { SearchBox } from '../../components/lists/search-box/search-box.tsx';
import { LatePart } from '../late-part.tsx';
import { Resultados } from './resultados.tsx';

export function PageComponent({ input }: { readonly input: RouteInput }): ReactElement {
  const { q, pagina } = readSearch(input.search);
  return (
    <Stack gap="l">
      <SearchBox
        action={routePath('busca')}
        id="busca-no-site"
        label="O que você procura?"
        value={q}
        hint="Procura nos títulos e resumos de serviços, páginas, perguntas, comunicados, notícias e documentos. Não precisa de acento."
      />
      {isTooShort(q) ? (
        <p>
          {q === '' ? 'Digite uma ou mais palavras.' : `“${q}” é curto demais para a busca: escreva ao menos uma palavra com três letras.`}{' '}
          Por exemplo: pensão, prova de vida, atas do conselho, CRP.
        </p>
      ) : (
        <LatePart of={BuscaDocument}>
          <Resultados q={q} pagina={pagina} />
        </LatePart>
      )}
    </Stack>
  );
}
