import type { ReactNode } from 'react';

/** A picture as content names it: the source path, not an optimised address. Sizes in pixels, null when the file's are not known. */
export interface ImagemDeConteudo {
  readonly src: string;
  readonly alt: string;
  readonly largura: number | null;
  readonly altura: number | null;
}

export interface ArquivoParaBaixar {
  readonly href: string;
  readonly rotulo: string;
  readonly mime: string;
  readonly bytes: number | null;
  readonly paginas: number | null;
}

export type Tom = 'neutro' | 'primario' | 'info' | 'sucesso' | 'alerta' | 'erro';

/** Level of a heading; the page's h1 belongs to the layout. */
export type Nivel = 2 | 3 | 4;

/** One row of a list of facts; an empty value is left out. */
export interface Detalhe {
  readonly rotulo: string;
  readonly valor: ReactNode;
}

/** Singular and plural of what a list holds. */
export interface Nomes {
  readonly um: string;
  readonly varios: string;
}
