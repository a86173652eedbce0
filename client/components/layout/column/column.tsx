import type { ReactElement, ReactNode } from 'react';
import { classes } from '../../class-names.ts';
import estilos from './column.module.css';

interface ComFilhos {
  readonly children: ReactNode;
}

/** The page's column with its gutters; the layout already puts content in one, except on the home page. */
export function Conteudo({ estreito = false, children }: ComFilhos & { readonly estreito?: boolean }): ReactElement {
  return <div className={classes(estilos.conteudo, estreito && estilos.estreito)}>{children}</div>;
}

interface PropsDaLateral extends ComFilhos {
  readonly lateral: ReactNode;
  readonly rotuloDaLateral: string;
}

/** Main text with a column of related facts beside it on wide screens, below it on phones. */
export function ComLateral({ lateral, rotuloDaLateral, children }: PropsDaLateral): ReactElement {
  return (
    <div className={estilos.comLateral}>
      <div className={estilos.principal}>{children}</div>
      <aside className={estilos.lateral} aria-label={rotuloDaLateral}>
        {lateral}
      </aside>
    </div>
  );
}

interface PropsDaGrade extends ComFilhos {
  readonly colunas?: 2 | 3 | 4;
  /** With 'ul' each child must be an `<li>`. */
  readonly como?: 'ul' | 'div';
}

/** Equal columns, as many as fit, at most `colunas`. */
export function Grade({ colunas = 3, como: Elemento = 'div', children }: PropsDaGrade): ReactElement {
  return <Elemento className={classes(estilos.grade, estilos[`colunas${colunas}`])}>{children}</Elemento>;
}

const ESPACOS = { p: 'espacoP', m: 'espacoM', g: 'espacoG' } as const;

/** Blocks one under the other with the same distance. */
export function Pilha({ espaco = 'm', children }: ComFilhos & { readonly espaco?: 'p' | 'm' | 'g' }): ReactElement {
  return <div className={classes(estilos.pilha, estilos[ESPACOS[espaco]])}>{children}</div>;
}

/** Small things side by side; they wrap. */
export function Linha({ children }: ComFilhos): ReactElement {
  return <div className={estilos.linha}>{children}</div>;
}
