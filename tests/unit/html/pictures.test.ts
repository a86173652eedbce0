import { describe, expect, it } from 'vitest';
import { sanitizeHtml } from '../../../server/backend/sanitize/sanitize-html.ts';
import { pictureTag } from '../../../shared/html/attributes.ts';

const FILE = '/nhostprovider/11111111-2222-4333-8444-555555555555';
const SERVICE = `/_image?url=${encodeURIComponent(FILE)}`;

/** Widths that the picture is offered in, and the width of its `src`. */
function widthsOf(attributes: Record<string, string>): { readonly offered: readonly number[]; readonly src: number } {
  const { src = '', srcset = '' } = pictureTag({ src: FILE, ...attributes }).attribs;
  return {
    offered: Array.from(srcset.matchAll(/ (\d+)w/g), ([, width]) => Number(width)),
    src: Number(new URL(src, 'http://localhost').searchParams.get('w')),
  };
}

describe('pictureTag', () => {
  it.each([
    ['no width', {}, { offered: [320, 640, 1024, 1536, 2048], src: 1024 }],
    ['a width whose double is one of the widths', { width: '512' }, { offered: [320, 640, 1024], src: 1024 }],
    ['a width whose double is just below one of the widths', { width: '511' }, { offered: [320, 640], src: 640 }],
    ['a width below every width', { width: '40' }, { offered: [320], src: 320 }],
    ['a width that is no number', { width: '50%' }, { offered: [320, 640, 1024, 1536, 2048], src: 1024 }],
  ])('offers widths up to twice the shown one: %s', (_case, attributes, expected) => {
    expect(widthsOf(attributes)).toEqual(expected);
  });

  it('writes what the browser needs to choose, to keep the place and to load late', () => {
    expect(pictureTag({ src: FILE, alt: 'Fachada', width: '100', height: '80', onload: 'x()', style: 'x' })).toEqual({
      tagName: 'img',
      attribs: {
        src: `${SERVICE}&w=320&q=80`,
        srcset: `${SERVICE}&w=320&q=80 320w`,
        sizes: '(min-width: 48em) 44rem, 100vw',
        alt: 'Fachada',
        width: '100',
        height: '80',
        loading: 'lazy',
        decoding: 'async',
      },
    });
  });

  it('gives a picture without alternative text an empty one, so that no screen reader reads its address', () => {
    expect(pictureTag({ src: FILE }).attribs['alt']).toBe('');
  });

  it.each(['0', '012', '5px', 'x5', '-5', '123456', ''])('drops a size that is no count of pixels: %j', (size) => {
    const { attribs } = pictureTag({ src: FILE, width: size, height: size });
    expect(attribs['width']).toBeUndefined();
    expect(attribs['height']).toBeUndefined();
  });

  it('reads the file of an address of the image service again', () => {
    expect(pictureTag({ src: `${SERVICE}&w=2048&q=1`, width: '40' }).attribs['src']).toBe(`${SERVICE}&w=320&q=80`);
  });

  it.each([
    ['no address', {}],
    ['an address of the image service without a file', { src: '/_image?w=320' }],
    ['another path of the site', { src: '/sic' }],
    ['another host', { src: 'https://outro.example/a.png' }],
  ])('leaves an empty text for a picture that is not ours: %s', (_case, attributes) => {
    expect(pictureTag(attributes)).toEqual({ tagName: 'span', attribs: {}, text: '' });
  });
});

describe('pictures in HTML', () => {
  it('keep every attribute that pictureTag writes', () => {
    const html = sanitizeHtml(`<img src="${FILE}" alt="a" width="40" height="30">`, 'trecho');
    expect(Array.from(html.matchAll(/ ([a-z]+)="/g), ([, name]) => name)).toEqual([
      'src',
      'srcset',
      'sizes',
      'alt',
      'width',
      'height',
      'loading',
      'decoding',
    ]);
  });

  it('do not reach a title', () => {
    expect(sanitizeHtml(`a<img src="${FILE}" alt="b">`, 'titulo')).toBe('a');
  });
});
