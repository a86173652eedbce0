import type { ReactElement } from 'react';
import { Titulo } from '../../content/heading/heading.tsx';
import { Imagem } from '../../media/image/image.tsx';
import type { ImagemDeConteudo, Nivel } from '../../types.ts';
import estilos from './faixa-de-banners.module.css';

interface Props {
  readonly banners: readonly {
    readonly id: number | string;
    readonly titulo: string;
    readonly subtitulo: string | null;
    readonly href: string;
    readonly imagem: ImagemDeConteudo | null;
  }[];
  readonly rotulo: string;
  readonly nivel?: Nivel;
}

/** Notices with a picture, side by side. Nothing moves on its own: a row that is wider than the screen is scrolled by the visitor. */
export function FaixaDeBanners({ banners, rotulo, nivel = 3 }: Props): ReactElement | null {
  if (banners.length === 0) return null;
  return (
    <ul className={estilos.faixa} aria-label={rotulo}>
      {banners.map(({ id, titulo, subtitulo, href, imagem }) => (
        <li key={id} className={estilos.banner}>
          <div className={estilos.quadro}>
            {imagem === null ? null : <Imagem imagem={{ ...imagem, alt: '' }} proporcao="panorama" tamanhos="78vw md:576px" />}
          </div>
          <div className={estilos.texto}>
            <Titulo nivel={nivel} className={estilos.titulo}>
              <a href={href} className={estilos.link}>
                {titulo}
              </a>
            </Titulo>
            {subtitulo === null || subtitulo === '' ? null : <p>{subtitulo}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}
