/** A picture of the site's own files, alone or with a caption. Pictures of other sites are not taken over: a page shows none of them. */
import { mergeAttributes, Node } from '@tiptap/core';
import { pictureSource } from '../../../../shared/html/attributes.ts';
import { imageUrl } from '../../../../shared/images/image-url.ts';

export interface Picture {
  readonly src: string;
  readonly alt: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly caption: string | null;
}

export const PICTURE_NODE = Node.create({
  name: 'image',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: null },
    alt: { default: '' },
    width: { default: null },
    height: { default: null },
    caption: { default: null },
  }),
  parseHTML: () => [
    { tag: 'figure', getAttrs: (figure) => pictureOf(figure.querySelector('img'), figure.querySelector('figcaption')?.textContent) },
    { tag: 'img', getAttrs: (img) => pictureOf(img) },
  ],
  renderHTML: ({ node }) => {
    const { src, alt, width, height, caption } = node.attrs as Picture;
    const img = ['img', mergeAttributes({ src: imageUrl(src, 640), alt }, width && height ? { width, height } : {})] as const;
    return caption ? ['figure', img, ['figcaption', {}, caption]] : img;
  },
});

/** Returns false where the rule does not apply, as ProseMirror asks of it. */
function pictureOf(img: Element | null, caption: string | null = null): Picture | false {
  const src = pictureSource(img?.getAttribute('src') ?? '');
  if (img === null || src === null) return false;
  const pixels = (name: string): number | null => Number(img.getAttribute(name) ?? 0) || null;
  return { src, alt: img.getAttribute('alt') ?? '', width: pixels('width'), height: pixels('height'), caption };
}
