import type { ReactElement } from 'react';
import { NoticiaDocument } from '../../../shared/graphql/generated/documents/Noticia.ts';
import { NoticiaEmVoltaDocument } from '../../../shared/graphql/generated/documents/NoticiaEmVolta.ts';
import { termsOf } from '../../../shared/html/glossary.ts';
import { searchQueryString } from '../../../shared/routes/site-search.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Badge, Tag } from '../../components/content/badge/badge.tsx';
import { DateTime } from '../../components/content/date-time/date-time.tsx';
import { ExplainedText } from '../../components/content/explained-text/explained-text.tsx';
import { imagemDoArquivo } from '../../components/documents/arquivo-do-conteudo.ts';
import { Row, Stack, WithSidebar } from '../../components/layout/column/column.tsx';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { Figure } from '../../components/media/image/image.tsx';
import { LatePart } from '../late-part.tsx';
import { Compartilhar } from './compartilhar.tsx';
import { EmVolta } from './em-volta.tsx';
import styles from './noticia.module.css';

/** An edit within this time of the publication is part of it. */
const CORRECTION_MS = 3_600_000;

/** What the news is, in a sentence, and its day. */
export function PageOpening(): ReactElement | null {
  const { noticia_by_pk: noticia } = useOperation(NoticiaDocument);
  if (noticia === null) return null;
  const { resumo, publicado_em } = noticia;
  return (
    <PageIntro
      lead={resumo}
      facts={{ dia: publicado_em === null ? null : <DateTime date={publicado_em} format="date-time" prefix="Publicada em" /> }}
    />
  );
}

export function PageComponent(): ReactElement | null {
  const { noticia_by_pk: noticia } = useOperation(NoticiaDocument);
  if (noticia === null) return null;
  const { titulo, chapeu, corpo_html, legenda, credito, autor, tags, publicado_em, atualizado_em, categoria_noticia } = noticia;
  const editada = publicado_em !== null && wasEdited(publicado_em, atualizado_em);
  const imagem = imagemDoArquivo(noticia.imagem);
  const caminho = routePath('noticia', { id: noticia.id });
  return (
    <Stack gap="l">
      <article>
        <WithSidebar sidebarLabel="Assuntos e compartilhamento" sidebar={<Lateral tags={tags} titulo={titulo} caminho={caminho} />}>
          <header className={styles.cabeca}>
            <Row>
              {chapeu === null ? null : <Badge tone="primary">{chapeu}</Badge>}
              {categoria_noticia === null || categoria_noticia.nome === chapeu ? null : <Badge>{categoria_noticia.nome}</Badge>}
            </Row>
            {autor === null && !editada ? null : (
              <p className={styles.datas}>
                {autor === null ? null : `Por ${autor}`}
                {autor !== null && editada ? '\u00a0· ' : null}
                {editada ? <DateTime date={atualizado_em} format="date-time" prefix="Atualizada em" /> : null}
              </p>
            )}
          </header>
          {imagem === null ? null : <Figure image={imagem} caption={legenda} credit={credito} sizes="93vw lg:62vw xl:66vw 2xl:990px" />}
          <ExplainedText html={corpo_html} terms={termsOf(noticia)} />
        </WithSidebar>
      </article>
      <LatePart of={NoticiaEmVoltaDocument} shape="cards">
        <EmVolta />
      </LatePart>
    </Stack>
  );
}

function wasEdited(publishedAt: string, updatedAt: string): boolean {
  return new Date(updatedAt).getTime() - new Date(publishedAt).getTime() > CORRECTION_MS;
}

interface PropsDaLateral {
  readonly tags: readonly string[];
  readonly titulo: string;
  readonly caminho: string;
}

function Lateral({ tags, titulo, caminho }: PropsDaLateral): ReactElement {
  return (
    <Stack>
      {tags.length === 0 ? null : <Assuntos tags={tags} />}
      <Compartilhar titulo={titulo} caminho={caminho} />
    </Stack>
  );
}

function Assuntos({ tags }: { readonly tags: readonly string[] }): ReactElement {
  return (
    <div>
      <h2 className={styles.rotulo}>Assuntos</h2>
      <ul className={styles.assuntos}>
        {tags.map((tag) => (
          <li key={tag}>
            <Tag href={routePath('busca') + searchQueryString({ q: tag })}>{tag}</Tag>
          </li>
        ))}
      </ul>
    </div>
  );
}
