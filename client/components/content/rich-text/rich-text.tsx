import type { ReactElement, ReactNode } from 'react';
import estilos from './rich-text.module.css';

/** Prose of the content database. The server has already sanitised `html` by an allow-list; nothing else may be given. */
export function TextoRico({ html }: { readonly html: string }): ReactElement {
  return <div className={estilos.texto} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** The sentence that opens a page and says what it is about. */
export function Lide({ children }: { readonly children: ReactNode }): ReactElement {
  return <p className={estilos.lide}>{children}</p>;
}
