import type { ReactElement } from 'react';
import { NoticiaEmVoltaDocument } from '../../../shared/graphql/generated/documents/NoticiaEmVolta.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Grade, Pilha } from '../../components/layout/column/column.tsx';
import { Secao } from '../../components/layout/section/section.tsx';
import { Icone } from '../../components/media/icon/icon.tsx';
import { CartaoNoticia } from '../../components/news/cartao-noticia/cartao-noticia.tsx';
import { noticiaDoCartao } from '../noticias/noticia-do-cartao.ts';
import estilos from './noticia.module.css';

/** What to read next: the neighbours in order of publication and news of the same kind. */
export function EmVolta(): ReactElement {
  const { relacionadas, anterior, seguinte } = useOperation(NoticiaEmVoltaDocument);
  return (
    <Pilha espaco="g">
      <nav aria-label="Outras notícias" className={estilos.vizinhas} data-sem-impressao="">
        {anterior.map((noticia) => (
          <a key={noticia.id} href={routePath('noticia', { id: noticia.id })} className={estilos.vizinha}>
            <span className={estilos.sentido}>
              <Icone nome="lucide:arrow-left" tamanho="p" /> Notícia anterior
            </span>
            <span>{noticia.titulo}</span>
          </a>
        ))}
        {seguinte.map((noticia) => (
          <a key={noticia.id} href={routePath('noticia', { id: noticia.id })} className={estilos.vizinha} data-seguinte="">
            <span className={estilos.sentido}>
              Próxima notícia <Icone nome="lucide:arrow-right" tamanho="p" />
            </span>
            <span>{noticia.titulo}</span>
          </a>
        ))}
      </nav>
      {relacionadas.length === 0 ? null : (
        <Secao titulo="Leia também" acao={{ href: routePath('noticias'), rotulo: 'Todas as notícias' }}>
          <Grade como="ul">
            {relacionadas.map((row) => (
              <li key={row.id}>
                <CartaoNoticia noticia={noticiaDoCartao(row)} />
              </li>
            ))}
          </Grade>
        </Secao>
      )}
    </Pilha>
  );
}
