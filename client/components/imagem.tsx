import type { ReactElement } from 'react';
import { imageUrl, placeholderUrl, srcSet } from '../../shared/images/image-url.ts';
import { type PictureSizes, parseSizes } from '../../shared/images/picture-sizes.ts';
import { IMAGE_SCREENS, type ImageQuality, type ImageScreen, type ImageWidth, PLACEHOLDER } from '../../shared/images/sizes.ts';
import { classes } from './classes.ts';
import estilos from './imagem.module.css';
import type { ImagemDeConteudo } from './tipos.ts';

interface Props {
  readonly imagem: ImagemDeConteudo;
  /** How wide the picture is shown, by screen: `92vw sm:45vw lg:383px`. */
  readonly tamanhos: string;
  /** `livre` keeps the file's own shape, `cheia` fills a parent with a height. */
  readonly proporcao?: 'livre' | 'cheia' | 'panorama' | 'larga' | 'retrato' | 'quadrada';
  /** On this screen and wider ones it is what a visitor sees first: asked for in the head. Narrower ones do not show it. */
  readonly primeiraDesde?: ImageScreen | undefined;
  readonly qualidade?: ImageQuality;
}

/** What a browser without `srcset` gets is at least this wide. */
const LARGURA_COMUM = 1024;

/**
 * A picture of the content store in the sizes that screens need, never wider than its file. While it loads, its blurred 10x10 version
 * stands behind it: a picture of its own, for a style attribute would need a wider content policy. Both wait until they come near the
 * window; the one that a visitor sees first has no such version, which would only compete with it.
 */
export function Imagem({ imagem, tamanhos, proporcao = 'livre', primeiraDesde, qualidade = 80 }: Props): ReactElement {
  const { src, alt } = imagem;
  const { largura, altura } = medidas(imagem);
  const { attribute, widths } = lerTamanhos(tamanhos);
  const larguras = oferecidas(widths, largura);
  const candidatas = srcSet(src, larguras, qualidade);
  const comum = imageUrl(src, larguras.find((width) => width >= LARGURA_COMUM) ?? larguras.at(-1) ?? LARGURA_COMUM, qualidade);
  const desconhecida = largura === 0 && proporcao === 'livre';
  return (
    <span className={classes(estilos.moldura, estilos[proporcao], desconhecida && estilos.semMedidas)}>
      {primeiraDesde === undefined ? (
        <img
          src={placeholderUrl(src)}
          width={PLACEHOLDER.width}
          height={PLACEHOLDER.height}
          alt=""
          aria-hidden="true"
          loading="lazy"
          decoding="async"
          fetchPriority="low"
          className={estilos.previa}
        />
      ) : (
        <link
          rel="preload"
          as="image"
          // Without an address React leaves the element where it stands; browsers that read the candidates do not use it.
          href={comum}
          imageSrcSet={candidatas}
          imageSizes={attribute}
          fetchPriority="high"
          media={`(min-width: ${IMAGE_SCREENS[primeiraDesde]}px)`}
        />
      )}
      <img
        src={comum}
        srcSet={candidatas}
        sizes={attribute}
        width={largura === 0 ? undefined : largura}
        height={altura === 0 ? undefined : altura}
        alt={alt}
        loading="lazy"
        decoding={primeiraDesde === undefined ? 'async' : undefined}
        fetchPriority={primeiraDesde === undefined ? undefined : 'high'}
        className={estilos.imagem}
      />
    </span>
  );
}

/** Spec section 8: sizes that are not known become zero. A zero is not written into the page, where it would hide the picture. */
function medidas({ largura, altura }: ImagemDeConteudo): { readonly largura: number; readonly altura: number } {
  return largura === null || altura === null || largura <= 0 || altura <= 0 ? { largura: 0, altura: 0 } : { largura, altura };
}

function oferecidas(widths: readonly ImageWidth[], largura: number): readonly ImageWidth[] {
  const menores = largura === 0 ? widths : widths.filter((width) => width <= largura);
  return menores.length === 0 ? widths.slice(0, 1) : menores;
}

/** @throws RangeError for sizes that nobody can read: they are written in our own code. */
function lerTamanhos(tamanhos: string): PictureSizes {
  const known = LIDOS.get(tamanhos);
  if (known !== undefined) return known;
  const sizes = parseSizes(tamanhos);
  if (sizes === null) throw new RangeError(`cannot read the picture sizes "${tamanhos}"`);
  LIDOS.set(tamanhos, sizes);
  return sizes;
}

/** The few that our code writes, read once each. */
const LIDOS = new Map<string, PictureSizes>();

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
