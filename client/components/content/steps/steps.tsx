import type { ReactElement, ReactNode } from 'react';
import type { Nivel } from '../../types.ts';
import { Titulo } from '../heading/heading.tsx';
import estilos from './steps.module.css';

interface Props {
  readonly passos: readonly { readonly titulo: string; readonly descricao?: ReactNode }[];
  readonly nivel?: Nivel;
}

/** Steps in their order, numbered. */
export function Passos({ passos, nivel = 3 }: Props): ReactElement | null {
  if (passos.length === 0) return null;
  return (
    <ol className={estilos.passos}>
      {passos.map(({ titulo, descricao }) => (
        <li key={titulo} className={estilos.passo}>
          <Titulo nivel={nivel} className={estilos.titulo}>
            {titulo}
          </Titulo>
          {descricao === undefined ? null : <div className={estilos.descricao}>{descricao}</div>}
        </li>
      ))}
    </ol>
  );
}
