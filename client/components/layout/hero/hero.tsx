import type { ReactElement, ReactNode } from 'react';
import { Imagem } from '../../media/image/image.tsx';
import estilos from './hero.module.css';

interface Props {
  readonly titulo: string;
  readonly lide?: string | null | undefined;
  /** Source path of a picture of the place, or null for the drawn arch alone. */
  readonly imagem: string | null;
  readonly acoes?: ReactNode;
  /** What spans the whole width below, half on the band and half on the page. */
  readonly children?: ReactNode;
}

/** The opening of the home page: who we are and the first things that people come for. It holds that page's h1. */
export function Abertura({ titulo, lide, imagem, acoes, children }: Props): ReactElement {
  return (
    <div className={estilos.abertura}>
      <div className={estilos.dentro}>
        <div className={estilos.texto}>
          <h1 className={estilos.titulo}>{titulo}</h1>
          {lide === undefined || lide === null || lide === '' ? null : <p className={estilos.lide}>{lide}</p>}
          {acoes === undefined ? null : <div className={estilos.acoes}>{acoes}</div>}
        </div>
        <div className={estilos.arco}>
          {imagem === null ? null : (
            <Imagem
              imagem={{ src: imagem, alt: '', largura: 2080, altura: 1024 }}
              tamanhos="622px"
              proporcao="cheia"
              qualidade={75}
              primeiraDesde="lg"
            />
          )}
        </div>
      </div>
      {children === undefined ? null : <div className={estilos.embaixo}>{children}</div>}
    </div>
  );
}
