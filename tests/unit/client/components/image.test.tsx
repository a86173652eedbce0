import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Figure, Image } from '../../../../client/components/media/image/image.tsx';
import { parseSizes } from '../../../../shared/images/picture-sizes.ts';
import { SCREEN_WIDTHS } from '../../../../shared/images/sizes.ts';
import { htmlOf, textOf } from './render.ts';

const IMAGEM = { src: '/nhostprovider/0a', alt: 'Sede', width: 1600, height: 900 };

const pictures = (html: string): readonly string[] => html.match(/<img [^>]*>/g) ?? [];
const real = (html: string): string => pictures(html).at(-1) ?? '';
/** Each candidate: what is asked for, and how wide it is said to be. */
const candidates = (html: string): readonly (readonly [asked: number, said: number])[] =>
  [...real(html).matchAll(/w=(\d+)&amp;q=80 (\d+)w/g)].map(([, asked, said]) => [Number(asked), Number(said)]);
const widths = (html: string): readonly number[] => candidates(html).map(([asked]) => asked);

describe('Image', () => {
  test('an image offers the widths of screens and densities up to its own width', () => {
    const html = htmlOf(<Image image={IMAGEM} sizes="100vw lg:50vw" />);
    expect(widths(html)).toEqual([320, 640, 768, 1024, 1280, 1536, 2048]);
    expect(real(html)).toContain('sizes="(min-width: 1024px) 50vw, 100vw"');
    expect(real(html)).toContain('width="1600" height="900" alt="Sede" loading="lazy" decoding="async"');
  });

  test('an image is drawn over its blurred 10x10 version, which screen readers do not announce', () => {
    const [preview = '', ...others] = pictures(htmlOf(<Image image={IMAGEM} sizes="100vw" />));
    expect(others).toHaveLength(1);
    expect(preview).toContain('src="/_image?url=%2Fnhostprovider%2F0a&amp;w=10&amp;q=50"');
    expect(preview).toContain('alt="" aria-hidden="true" loading="lazy"');
    expect(preview).toContain('fetchPriority="low"');
  });

  test('an image keeps its focus in sight by classes, each a quarter of the picture, and its middle without one', () => {
    const at = (focus?: { x: number; y: number }): string | undefined =>
      /class="([^"]*)"/u.exec(real(htmlOf(<Image image={{ ...IMAGEM, focus }} sizes="100vw" aspect="wide" />)))?.[1];
    const plain = at();
    const added = (focus: { x: number; y: number }): readonly string[] =>
      (at(focus) ?? '')
        .split(' ')
        .filter((name) => name !== plain)
        .map((name) => /[xy]\d/u.exec(name)?.[0] ?? name);
    expect(added({ x: 0, y: 1 })).toEqual(['x0', 'y4']);
    expect(added({ x: 0.62, y: 0.12 })).toEqual(['x2', 'y0']);
  });

  test('an image has no style attribute, which the Content-Security-Policy forbids', () => {
    expect(htmlOf(<Image image={IMAGEM} sizes="100vw" aspect="wide" />)).not.toContain('style=');
  });

  test.each([
    [200, [[320, 200]]],
    [320, [[320, 320]]],
    [
      321,
      [
        [320, 320],
        [640, 321],
      ],
    ],
    [
      600,
      [
        [320, 320],
        [640, 600],
      ],
    ],
    [
      639,
      [
        [320, 320],
        [640, 639],
      ],
    ],
    [
      640,
      [
        [320, 320],
        [640, 640],
      ],
    ],
    [
      1000,
      [
        [320, 320],
        [640, 640],
        [768, 768],
        [1024, 1000],
      ],
    ],
  ])('a file of %i pixels is offered whole, and no candidate says more than comes', (largura, expected) => {
    const html = htmlOf(<Image image={{ ...IMAGEM, width: largura, height: 300 }} sizes="93vw lg:66vw 2xl:990px" />);
    expect(candidates(html)).toEqual(expected);
  });

  test('a picture that is seen first is preloaded in the head, with the same candidates, on the screens that show it', () => {
    const html = htmlOf(<Image image={IMAGEM} sizes="100vw" eagerFrom="lg" />);
    const preload = /<link [^>]*>/.exec(html)?.[0] ?? '';
    expect(preload).toContain('rel="preload" as="image"');
    expect(preload).toContain('media="(min-width: 64em)"');
    expect(/imageSrcSet="([^"]*)"/.exec(preload)?.[1]).toBe(/srcSet="([^"]*)"/.exec(real(html))?.[1]);
    expect(/imageSizes="([^"]*)"/.exec(preload)?.[1]).toBe(/sizes="([^"]*)"/.exec(real(html))?.[1]);
    expect(real(html)).toContain('loading="eager" fetchPriority="high"');
    expect(pictures(html)).toHaveLength(1);
  });

  test('a picture that is seen first is empty on screens that hide it: they would load an eager picture too', () => {
    const html = htmlOf(<Image image={IMAGEM} sizes="100vw" eagerFrom="lg" />);
    expect(html).toMatch(
      /<picture[^>]*><source srcSet="data:image\/gif;base64,[^"]{1,60}" sizes="1px" media="not all and \(min-width: 64em\)"\/><img /,
    );
  });

  test.each([
    [null, null],
    [0, 0],
    [1600, null],
  ])('a picture of unknown size (%s x %s) keeps a place and stays whole', (largura, altura) => {
    const html = htmlOf(<Image image={{ ...IMAGEM, width: largura, height: altura }} sizes="100vw" />);
    expect(real(html)).not.toMatch(/ (?:width|height)=/);
    expect(html).toMatch(/<span class="[^"]*sizeUnknown/);
    expect(widths(html)).toEqual([...SCREEN_WIDTHS]);
  });

  test('an empty alternative text is kept, so that the image is decoration', () => {
    expect(real(htmlOf(<Image image={{ ...IMAGEM, alt: '' }} sizes="100vw" />))).toContain('alt=""');
  });

  test('sizes that cannot be parsed throw a RangeError', () => {
    expect(() => htmlOf(<Image image={IMAGEM} sizes="(min-width: 48em) 34rem" />)).toThrow(RangeError);
  });
});

test('every picture of the pages has sizes that can be read', () => {
  const sources = readdirSync('client', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !name.startsWith('admin/'))
    .map((name) => readFileSync(`client/${name}`, 'utf8'));
  const written = sources.flatMap((source) => [
    ...[...source.matchAll(/sizes="([^"]*)"/g)].map(([, sizes]) => sizes ?? ''),
    // Of those that stand in a table, all that begin as sizes do.
    ...[...source.matchAll(/'(\d+(?:vw|px)[^']*)'/g)].map(([, sizes]) => sizes ?? ''),
  ]);
  expect(written.length).toBeGreaterThan(6);
  expect(written.filter((sizes) => parseSizes(sizes) === null)).toEqual([]);
});

describe('Figura', () => {
  test('a figure has its caption and its credit', () => {
    const html = htmlOf(<Figure image={IMAGEM} sizes="100vw" caption="A sede" credit="Ana" />);
    expect(textOf(html)).toBe('A sede Foto: Ana');
    expect(htmlOf(<Figure image={IMAGEM} sizes="100vw" caption="" credit={null} />)).not.toContain('figcaption');
  });

  test.each(['Ilustração: PREVSERENA', 'Foto: Ana Lima/Agência', 'Arte gráfica: Rui'])(
    'a figure shows the credit %s as it is',
    (credito) => {
      expect(textOf(htmlOf(<Figure image={IMAGEM} sizes="100vw" credit={credito} />))).toBe(credito);
    },
  );

  test('takes no later colon for the kind of a work', () => {
    expect(textOf(htmlOf(<Figure image={IMAGEM} sizes="100vw" credit="Ana, 2024: acervo" />))).toBe('Foto: Ana, 2024: acervo');
  });
});
