import type { ReactElement } from 'react';
import { NoticiaEmVoltaDocument } from '../../../shared/graphql/generated/documents/NoticiaEmVolta.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Grid, Stack } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { Icon } from '../../components/media/icon/icon.tsx';
import { CartaoNoticia } from '../../components/news/cartao-noticia/cartao-noticia.tsx';
import { noticiaDoCartao } from '../noticias/noticia-do-cartao.ts';
import styles from './noticia.module.css';

/** What to read next: the neighbours in order of publication and news of the same kind. */
export function EmVolta(): ReactElement {
  const { relacionadas, anterior, seguinte } = useOperation(NoticiaEmVoltaDocument);
  return (
    <Stack gap="l">
      <nav aria-label="Outras notícias" className={styles.vizinhas} data-sem-impressao="">
        {anterior.map((noticia) => (
          <a key={noticia.id} href={routePath('noticia', { id: noticia.id })} className={styles.vizinha}>
            <span className={styles.sentido}>
              <Icon name="lucide:arrow-left" size="s" /> Notícia anterior
            </span>
            <span>{noticia.titulo}</span>
          </a>
        ))}
        {seguinte.map((noticia) => (
          <a key={noticia.id} href={routePath('noticia', { id: noticia.id })} className={styles.vizinha} data-seguinte="">
            <span className={styles.sentido}>
              Próxima notícia <Icon name="lucide:arrow-right" size="s" />
            </span>
            <span>{noticia.titulo}</span>
          </a>
        ))}
      </nav>
      {relacionadas.length === 0 ? null : (
        <Section title="Leia também" action={{ href: routePath('noticias'), label: 'Todas as notícias' }}>
          <Grid as="ul">
            {relacionadas.map((row) => (
              <li key={row.id}>
                <CartaoNoticia noticia={noticiaDoCartao(row)} />
              </li>
            ))}
          </Grid>
        </Section>
      )}
    </Stack>
  );
}
