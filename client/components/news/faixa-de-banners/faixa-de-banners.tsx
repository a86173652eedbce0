import type { ReactElement } from 'react';
import { Heading } from '../../content/heading/heading.tsx';
import { type ContentImage, Image } from '../../media/image/image.tsx';
import styles from './faixa-de-banners.module.css';

interface Props {
  readonly banners: readonly {
    readonly id: number | string;
    readonly titulo: string;
    readonly subtitulo: string | null;
    readonly href: string;
    readonly imagem: ContentImage | null;
  }[];
  readonly rotulo: string;
}

/** Notices, side by side with their pictures where there is room. All are seen: none has to be scrolled for sideways. */
export function FaixaDeBanners({ banners, rotulo }: Props): ReactElement | null {
  if (banners.length === 0) return null;
  return (
    <ul className={styles.band} aria-label={rotulo}>
      {banners.map(({ id, titulo, subtitulo, href, imagem }) => (
        <li key={id} className={styles.banner}>
          <div className={styles.frame}>
            {imagem === null ? null : <Image image={{ ...imagem, alt: '' }} aspect="panorama" sizes="78vw md:46vw xl:31vw 2xl:438px" />}
          </div>
          <div className={styles.text}>
            <Heading level={3} className={styles.title}>
              <a href={href} className={styles.link}>
                {titulo}
              </a>
            </Heading>
            {subtitulo === null || subtitulo === '' ? null : <p>{subtitulo}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}
