import type { ReactElement } from 'react';
import { NoticiasRecentesDocument } from '../../../shared/graphql/generated/documents/NoticiasRecentes.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Grid, Stack } from '../../components/layout/column/column.tsx';
import { CartaoNoticia } from '../../components/news/cartao-noticia/cartao-noticia.tsx';
import { noticiaDoCartao } from '../noticias/noticia-do-cartao.ts';

/** Items on the home page. */
const QUANTAS = 5;

/** The item that editors chose large, else the newest one, and the next ones beside each other. */
export function NoticiasRecentes(): ReactElement {
  const { destaque, noticia: recentes } = useOperation(NoticiasRecentesDocument);
  const primeira = destaque[0] ?? recentes[0];
  if (primeira === undefined) return <p>Ainda não há notícias.</p>;
  const outras = recentes.filter(({ id }) => id !== primeira.id).slice(0, QUANTAS - 1);
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
