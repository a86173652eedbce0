import type { ReactElement } from 'react';
import { imageUrl, placeholderUrl, srcSet } from '../../../../shared/images/image-url.ts';
import { type PictureSizes, parseSizes } from '../../../../shared/images/picture-sizes.ts';
import { IMAGE_SCREENS, type ImageQuality, type ImageScreen, type ImageWidth, PLACEHOLDER } from '../../../../shared/images/sizes.ts';
import { classes } from '../../class-names.ts';
import type { ImagemDeConteudo } from '../../types.ts';
import estilos from './image.module.css';

interface Props {
  readonly imagem: ImagemDeConteudo;
  /** How wide the picture is shown, by screen: `92vw sm:45vw lg:383px`. */
  readonly tamanhos: string;
  /** `livre` keeps the file's own shape, `cheia` fills a parent with a height. */
  readonly proporcao?: 'livre' | 'cheia' | 'panorama' | 'larga' | 'retrato' | 'quadrada';
  /** On this screen and wider ones it is the largest thing that a visitor sees first: asked for in the head. Narrower ones hide it. */
  readonly primeiraDesde?: ImageScreen | undefined;
  readonly qualidade?: ImageQuality;
}

/** What a browser without `srcset` gets is at least this wide. */
const LARGURA_COMUM = 1024;

/**
 * A picture of the content store in the sizes that screens need, never wider than its file. While it loads, its blurred 10x10 version
 * stands behind it: a picture of its own, for a style attribute would need a wider content policy. Both wait until they come near the
 * window; the one that a visitor sees first has no such version, which would only compete with it, and does not wait.
 */
export function Imagem({ imagem, tamanhos, proporcao = 'livre', primeiraDesde, qualidade = 80 }: Props): ReactElement {
  const { src, alt } = imagem;
  const { largura, altura } = medidas(imagem);
  const { attribute, widths } = lerTamanhos(tamanhos);
  const larguras = oferecidas(widths, largura);
  const candidatas = srcSet(src, larguras, { quality: qualidade, ...(largura === 0 ? {} : { natural: largura }) });
  const comum = imageUrl(src, larguras.find((width) => width >= LARGURA_COMUM) ?? larguras.at(-1) ?? LARGURA_COMUM, qualidade);
  const desconhecida = largura === 0 && proporcao === 'livre';
  const primeira = primeiraDesde !== undefined;
  const elemento = (
    <img
      src={comum}
      srcSet={candidatas}
      sizes={attribute}
      width={largura === 0 ? undefined : largura}
      height={altura === 0 ? undefined : altura}
      alt={alt}
      loading={primeira ? 'eager' : 'lazy'}
      decoding={primeira ? undefined : 'async'}
      fetchPriority={primeira ? 'high' : undefined}
      className={estilos.imagem}
    />
  );
  return (
    <span className={classes(estilos.moldura, estilos[proporcao], desconhecida && estilos.semMedidas)}>
      {primeira ? (
        <Antecipada endereco={comum} candidatas={candidatas} tamanhos={attribute} desde={primeiraDesde}>
          {elemento}
        </Antecipada>
      ) : (
        <>
          <Previa src={src} />
          {elemento}
        </>
      )}
    </span>
  );
}

/** The blurred version, of which nobody is told. */
function Previa({ src }: { readonly src: string }): ReactElement {
  return (
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
  );
}

interface PropsDaAntecipada {
  readonly endereco: string;
  readonly candidatas: string;
  readonly tamanhos: string;
  readonly desde: ImageScreen;
  readonly children: ReactElement;
}

/** One transparent pixel. An eager picture is loaded where it is hidden too, so screens that hide it are given this one. */
const NADA = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';

/** Asks in the head for the picture in it, on the screens that show it; narrower ones load nothing. */
function Antecipada({ endereco, candidatas, tamanhos, desde, children }: PropsDaAntecipada): ReactElement {
  // The stylesheets count screens in `em` too: a visitor with a larger font of the browser sees the layout of a narrower screen.
  const mostrada = `(min-width: ${IMAGE_SCREENS[desde] / 16}em)`;
  return (
    <>
      <link
        rel="preload"
        as="image"
        // Without an address React leaves the element where it stands; browsers that read the candidates do not use it.
        href={endereco}
        imageSrcSet={candidatas}
        imageSizes={tamanhos}
        fetchPriority="high"
        media={mostrada}
      />
      <picture className={estilos.antecipada}>
        <source srcSet={NADA} media={`not all and ${mostrada}`} />
        {children}
      </picture>
    </>
  );
}

/** Specification section 8: sizes that are not known become zero. A zero is not written into the page, where it would hide the picture. */
function medidas({ largura, altura }: ImagemDeConteudo): { readonly largura: number; readonly altura: number } {
  return largura === null || altura === null || largura <= 0 || altura <= 0 ? { largura: 0, altura: 0 } : { largura, altura };
}

/** Up to the first width that the file does not exceed: asked for that one, the server answers with every pixel that the file has. */
function oferecidas(widths: readonly ImageWidth[], largura: number): readonly ImageWidth[] {
  const inteira = largura === 0 ? -1 : widths.findIndex((width) => width >= largura);
  return inteira === -1 ? widths : widths.slice(0, inteira + 1);
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
          {legenda} {(credito ?? '') === '' ? null : <span className={estilos.credito}>{autoria(credito ?? '')}</span>}
        </figcaption>
      ) : null}
    </figure>
  );
}

/** Words before a colon, as in "Ilustração: Ana": the credit says by itself what the person made. */
const DIZ_O_QUE_E = /^\p{L}[\p{L} ]*:/u;

function autoria(credito: string): string {
  return DIZ_O_QUE_E.test(credito) ? credito : `Foto: ${credito}`;
}
