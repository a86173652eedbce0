import type { ReactElement } from 'react';
import { NoticiaDocument } from '../../../shared/graphql/generated/documents/Noticia.ts';
import { NoticiaEmVoltaDocument } from '../../../shared/graphql/generated/documents/NoticiaEmVolta.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Etiqueta, Selo } from '../../components/content/badge/badge.tsx';
import { DataHora } from '../../components/content/date-time/date-time.tsx';
import { Lide, TextoRico } from '../../components/content/rich-text/rich-text.tsx';
import { imagemDoArquivo } from '../../components/documents/arquivo-do-conteudo.ts';
import { ComLateral, Linha, Pilha } from '../../components/layout/column/column.tsx';
import { Figura } from '../../components/media/image/image.tsx';
import { ParteTardia } from '../parte-tardia.tsx';
import { Compartilhar } from './compartilhar.tsx';
import { DadosEstruturados } from './dados-estruturados.tsx';
import { EmVolta } from './em-volta.tsx';
import estilos from './noticia.module.css';

/** An edit within this time of the publication is part of it. */
const CORRECTION_MS = 3_600_000;

export function PaginaNoticia(): ReactElement | null {
  const { noticia_by_pk: noticia } = useOperation(NoticiaDocument);
  if (noticia === null) return null;
  const { titulo, chapeu, resumo, corpo_html, legenda, credito, autor, tags, publicado_em, atualizado_em, categoria_noticia } = noticia;
  const imagem = imagemDoArquivo(noticia.imagem);
  const caminho = routePath('noticia', { id: noticia.id });
  return (
    <Pilha espaco="g">
      <article>
        <ComLateral rotuloDaLateral="Assuntos e compartilhamento" lateral={<Lateral tags={tags} titulo={titulo} caminho={caminho} />}>
          <header className={estilos.cabeca}>
            <Linha>
              {chapeu === null ? null : <Selo tom="primario">{chapeu}</Selo>}
              {categoria_noticia === null || categoria_noticia.nome === chapeu ? null : <Selo>{categoria_noticia.nome}</Selo>}
            </Linha>
            {resumo === null ? null : <Lide>{resumo}</Lide>}
            <p className={estilos.datas}>
              {publicado_em === null ? null : <DataHora data={publicado_em} formato="data-hora" prefixo="Publicada em" />}
              {publicado_em !== null && wasEdited(publicado_em, atualizado_em) ? (
                <>
                  {' · '}
                  <DataHora data={atualizado_em} formato="data-hora" prefixo="Atualizada em" />
                </>
              ) : null}
              {autor === null ? null : ` · Por ${autor}`}
            </p>
          </header>
          {imagem === null ? null : (
            <Figura imagem={imagem} legenda={legenda} credito={credito} tamanhos="93vw lg:62vw xl:66vw 2xl:990px" />
          )}
          <TextoRico html={corpo_html} />
        </ComLateral>
      </article>
      <ParteTardia de={NoticiaEmVoltaDocument} forma="cartoes">
        <EmVolta />
      </ParteTardia>
      <DadosEstruturados
        titulo={titulo}
        resumo={resumo}
        imagem={imagem?.src ?? null}
        publicadoEm={publicado_em}
        atualizadoEm={atualizado_em}
        caminho={caminho}
      />
    </Pilha>
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
    <Pilha>
      {tags.length === 0 ? null : <Assuntos tags={tags} />}
      <Compartilhar titulo={titulo} caminho={caminho} />
    </Pilha>
  );
}

function Assuntos({ tags }: { readonly tags: readonly string[] }): ReactElement {
  return (
    <div>
      <h2 className={estilos.rotulo}>Assuntos</h2>
      <ul className={estilos.assuntos}>
        {tags.map((tag) => (
          <li key={tag}>
            <Etiqueta href={`${routePath('busca')}?${new URLSearchParams({ q: tag })}`}>{tag}</Etiqueta>
          </li>
        ))}
      </ul>
    </div>
  );
}
