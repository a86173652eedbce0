import type { ReactElement } from 'react';
import { classes } from '../../class-names.ts';
import { DataHora } from '../../content/date-time/date-time.tsx';
import { Titulo } from '../../content/heading/heading.tsx';
import { Imagem } from '../../media/image/image.tsx';
import type { ImagemDeConteudo, Nivel } from '../../types.ts';
import estilos from './cartao-noticia.module.css';

export interface NoticiaDoCartao {
  readonly titulo: string;
  readonly href: string;
  readonly chapeu: string | null;
  readonly resumo: string | null;
  readonly publicadoEm: string;
  readonly imagem: ImagemDeConteudo | null;
}

/**
 * How wide the picture of a card is, by where the card stands: alone across the page, or in a `Grade` of three or four. A grid adds
 * columns between the named screens, so each value is the widest that the picture gets on its screens, without the card's border. On
 * wide screens the picture that stands alone is cut to the height of the text: drawn over its frame, it is wider than that.
 */
const TAMANHOS = {
  sozinho: '92vw md:724px xl:57vw 2xl:820px',
  tres: '92vw md:45vw lg:470px xl:438px',
  quatro: '92vw sm:44vw lg:319px xl:297px 2xl:320px',
} as const;

interface Props {
  readonly noticia: NoticiaDoCartao;
  /** `sozinho` is the first of a page: picture beside the text on wide screens. */
  readonly lugar?: keyof typeof TAMANHOS;
  readonly nivel?: Nivel;
}

/** A news item in a list. The picture repeats nothing that the title does not say, so it has no alternative text here. */
export function CartaoNoticia({ noticia, lugar = 'tres', nivel = 3 }: Props): ReactElement {
  const { titulo, href, chapeu, resumo, publicadoEm, imagem } = noticia;
  return (
    <article className={classes(estilos.cartao, lugar === 'sozinho' && estilos.sozinho)}>
      <div className={estilos.quadro}>
        {imagem === null ? (
          <div className={estilos.semImagem} />
        ) : (
          <Imagem imagem={{ ...imagem, alt: '' }} proporcao="larga" tamanhos={TAMANHOS[lugar]} />
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
