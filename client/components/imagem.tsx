import type { ReactElement } from 'react';
import { imageUrl, srcSet } from '../../shared/images/image-url.ts';
import { type ImageQuality, type ImageWidth, WIDTHS } from '../../shared/images/sizes.ts';
import { classes } from './classes.ts';
import estilos from './imagem.module.css';
import type { ImagemDeConteudo } from './tipos.ts';

interface Props {
  readonly imagem: ImagemDeConteudo;
  /** The `sizes` attribute: how wide the picture is shown. */
  readonly tamanhos?: string;
  readonly proporcao?: 'livre' | 'panorama' | 'larga' | 'retrato' | 'quadrada';
  /** The picture that a visitor sees first: loaded at once. */
  readonly prioridade?: boolean;
  readonly qualidade?: ImageQuality;
}

/** The widths of screens and their densities, without the placeholder's and the header's own. */
const LARGURAS: readonly ImageWidth[] = WIDTHS.filter((width) => width >= 320 && width !== 2080);

/** A picture of the content store in the sizes that screens need, never wider than its file. */
export function Imagem({ imagem, tamanhos = '100vw', proporcao = 'livre', prioridade = false, qualidade = 80 }: Props): ReactElement {
  const { src, alt, largura, altura } = imagem;
  const menores = LARGURAS.filter((width) => largura === null || width <= largura);
  const larguras = menores.length === 0 ? LARGURAS.slice(0, 1) : menores;
  const media = larguras.find((width) => width >= 1024) ?? larguras.at(-1) ?? 1024;
  return (
    <img
      src={imageUrl(src, media, qualidade)}
      srcSet={srcSet(src, larguras, qualidade)}
      sizes={tamanhos}
      width={largura ?? undefined}
      height={altura ?? undefined}
      alt={alt}
      loading={prioridade ? undefined : 'lazy'}
      decoding={prioridade ? undefined : 'async'}
      fetchPriority={prioridade ? 'high' : undefined}
      className={classes(estilos.imagem, estilos[proporcao])}
    />
  );
}

interface PropsDaFigura extends Props {
  readonly legenda?: string | null | undefined;
  readonly credito?: string | null | undefined;
}

/** A picture with its caption and its author. */
export function Figura({ legenda, credito, ...imagem }: PropsDaFigura): ReactElement {
  const temTexto = (legenda ?? '') !== '' || (credito ?? '') !== '';
  return (
    <figure className={estilos.figura}>
      <Imagem {...imagem} />
      {temTexto ? (
        <figcaption className={estilos.legenda}>
          {legenda} {(credito ?? '') === '' ? null : <span className={estilos.credito}>Foto: {credito}</span>}
        </figcaption>
      ) : null}
    </figure>
  );
}
