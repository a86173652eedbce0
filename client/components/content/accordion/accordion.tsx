import type { ReactElement, ReactNode } from 'react';
import { Icone } from '../../media/icon/icon.tsx';
import type { Nivel } from '../../types.ts';
import { Titulo } from '../heading/heading.tsx';
import estilos from './accordion.module.css';

interface Props {
  readonly titulo: string;
  readonly id?: string | undefined;
  readonly aberto?: boolean;
  readonly nivel?: Nivel;
  readonly children: ReactNode;
}

/** A question with its answer folded under it; an address that ends in `#id` opens it in every browser. */
export function Acordeao({ titulo, id, aberto = false, nivel = 3, children }: Props): ReactElement {
  return (
    <details id={id} open={aberto} className={estilos.acordeao} suppressHydrationWarning>
      <summary className={estilos.cabeca}>
        <Titulo nivel={nivel} className={estilos.titulo}>
          {titulo}
        </Titulo>
        <Icone nome="lucide:chevron-down" />
      </summary>
      <div className={estilos.corpo}>{children}</div>
    </details>
  );
}
