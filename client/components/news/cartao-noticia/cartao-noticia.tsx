import type { ReactElement } from 'react';
import { classNames } from '../../class-names.ts';
import { DateTime } from '../../content/date-time/date-time.tsx';
import { Heading } from '../../content/heading/heading.tsx';
import { type ContentImage, Image } from '../../media/image/image.tsx';
import styles from './cartao-noticia.module.css';

export interface NoticiaDoCartao {
  readonly titulo: string;
  readonly href: string;
  readonly chapeu: string | null;
  readonly resumo: string | null;
  readonly publicadoEm: string;
  readonly imagem: ContentImage | null;
}

/**
 * How wide the picture of a card is, by where the card stands: alone across the page, or in a `Grid` of three or four, which on phones are
 * rows with a small picture. A grid adds
 * columns between the named screens, so each value is the widest that the picture gets on its screens, without the card's border. On
 * wide screens the picture that stands alone is cut to the height of the text: drawn over its frame, it is wider than that.
 */
const TAMANHOS = {
  sozinho: '92vw md:724px xl:57vw 2xl:820px',
  tres: '112px md:45vw lg:470px xl:438px',
  quatro: '112px md:44vw lg:319px xl:297px 2xl:320px',
} as const;

interface Props {
  readonly noticia: NoticiaDoCartao;
  /** `sozinho` is the first of a page: picture beside the text on wide screens. */
  readonly placement?: keyof typeof TAMANHOS;
}

/** A news item in a list. The picture repeats nothing that the title does not say, so it has no alternative text here. */
export function CartaoNoticia({ noticia, placement = 'tres' }: Props): ReactElement {
  const { titulo, href, chapeu, resumo, publicadoEm, imagem } = noticia;
  return (
    <article className={classNames(styles.card, placement === 'sozinho' ? styles.alone : styles.beside)}>
      <div className={styles.frame}>
        {imagem === null ? (
          <div className={styles.withoutImage} />
        ) : (
          <Image image={{ ...imagem, alt: '' }} aspect="wide" sizes={TAMANHOS[placement]} />
        )}
      </div>
      <div className={styles.text}>
        {chapeu === null || chapeu === '' ? null : <p className={styles.chapeu}>{chapeu}</p>}
        <Heading level={3} className={styles.title}>
          <a href={href} className={styles.link}>
            {titulo}
          </a>
        </Heading>
        {resumo === null || resumo === '' ? null : <p className={styles.summary}>{resumo}</p>}
        <p className={styles.date}>
          <DateTime date={publicadoEm} />
        </p>
      </div>
    </article>
  );
}
