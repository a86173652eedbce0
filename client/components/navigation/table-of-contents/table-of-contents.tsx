import { type ReactElement, useId } from 'react';
import { classes } from '../../class-names.ts';
import estilos from './table-of-contents.module.css';

interface Props {
  readonly itens: readonly { readonly id: string; readonly texto: string; readonly nivel: 2 | 3 }[];
  readonly titulo?: string;
}

/** Links to the headings of a long page; nothing for a page with fewer than two. */
export function Indice({ itens, titulo = 'Nesta página' }: Props): ReactElement | null {
  const id = useId();
  if (itens.length < 2) return null;
  return (
    <nav className={estilos.indice} aria-labelledby={id} data-sem-impressao="">
      <h2 id={id} className={estilos.titulo}>
        {titulo}
      </h2>
      <ul className={estilos.lista}>
        {itens.map((item) => (
          <li key={item.id} className={classes(item.nivel === 3 && estilos.dentro)}>
            <a href={`#${item.id}`}>{item.texto}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
