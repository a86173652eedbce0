import type { ReactElement } from 'react';
import { NoticiasRecentesDocument } from '../../../shared/graphql/generated/documents/NoticiasRecentes.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Grid, Stack } from '../../components/layout/column/column.tsx';
import { CartaoNoticia } from '../../components/news/cartao-noticia/cartao-noticia.tsx';
import { noticiaDoCartao } from '../noticias/noticia-do-cartao.ts';

/** The newest item large, the next ones beside each other. */
export function NoticiasRecentes(): ReactElement {
  const [primeira, ...outras] = useOperation(NoticiasRecentesDocument).noticia;
  if (primeira === undefined) return <p>Ainda não há notícias.</p>;
  return (
    <Stack>
      <CartaoNoticia noticia={noticiaDoCartao(primeira)} placement="sozinho" />
      {outras.length === 0 ? null : (
        <Grid as="ul" columns={4}>
          {outras.map((row) => (
            <li key={row.id}>
              <CartaoNoticia noticia={noticiaDoCartao(row)} placement="quatro" />
            </li>
          ))}
        </Grid>
      )}
    </Stack>
  );
}
