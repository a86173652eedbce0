import type { ReactElement } from 'react';
import estilos from './cartao-noticia.module.css';
import { classes } from './classes.ts';
import { DataHora } from './data-hora.tsx';
import { Imagem } from './imagem.tsx';
import type { ImagemDeConteudo, Nivel } from './tipos.ts';
import { Titulo } from './titulo.tsx';

export interface NoticiaDoCartao {
  readonly titulo: string;
  readonly href: string;
  readonly chapeu: string | null;
  readonly resumo: string | null;
  readonly publicadoEm: string;
  readonly imagem: ImagemDeConteudo | null;
}

interface Props {
  readonly noticia: NoticiaDoCartao;
  /** The first of a page: picture beside the text on wide screens. */
  readonly destaque?: boolean;
  readonly nivel?: Nivel;
}

/** A news item in a list. The picture repeats nothing that the title does not say, so it has no alternative text here. */
export function CartaoNoticia({ noticia, destaque = false, nivel = 3 }: Props): ReactElement {
  const { titulo, href, chapeu, resumo, publicadoEm, imagem } = noticia;
  const tamanhos = destaque ? '92vw md:60vw 2xl:820px' : '92vw sm:45vw lg:383px';
  return (
    <article className={classes(estilos.cartao, destaque && estilos.destaque)}>
      <div className={estilos.quadro}>
        {imagem === null ? (
          <div className={estilos.semImagem} />
        ) : (
          <Imagem imagem={{ ...imagem, alt: '' }} proporcao="larga" tamanhos={tamanhos} />
        )}
      </div>
      <div className={estilos.texto}>
        {chapeu === null || chapeu === '' ? null : <p className={estilos.chapeu}>{chapeu}</p>}
        <Titulo nivel={nivel} className={estilos.titulo}>
          <a href={href} className={estilos.link}>
            {titulo}
          </a>
        </Titulo>
        {resumo === null || resumo === '' ? null : <p className={estilos.resumo}>{resumo}</p>}
        <p className={estilos.data}>
          <DataHora data={publicadoEm} />
        </p>
      </div>
    </article>
  );
}
