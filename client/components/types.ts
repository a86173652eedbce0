import type { ReactNode } from 'react';

/** A picture as content names it: the source path, not an optimised address. Sizes in pixels, null when the file's are not known. */
export interface ContentImage {
  readonly src: string;
  readonly alt: string;
  readonly width: number | null;
  readonly height: number | null;
}

export interface ArquivoParaBaixar {
  readonly href: string;
  readonly rotulo: string;
  readonly mime: string;
  readonly bytes: number | null;
  readonly paginas: number | null;
}

export type Tone = 'neutral' | 'primary' | 'info' | 'success' | 'warning' | 'error';

/** Level of a heading; the page's h1 belongs to the layout. */
export type HeadingLevel = 2 | 3 | 4;

/** One row of a list of facts; an empty value is left out. */
export interface Detail {
  readonly label: string;
  readonly value: ReactNode;
}

/** Singular and plural of what a list holds. */
export interface Nouns {
  readonly one: string;
  readonly many: string;
}
