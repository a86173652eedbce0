import type { ReactElement, ReactNode } from 'react';
import type { FormatoDeData } from '../../../../shared/locale/dates.ts';
import type { Nivel, Tom } from '../../types.ts';
import { Selo } from '../badge/badge.tsx';
import { DataHora } from '../date-time/date-time.tsx';
import { Titulo } from '../heading/heading.tsx';
import estilos from './timeline.module.css';

export interface MomentoDaLinha {
  readonly chave: string | number;
  readonly data: string | null;
  readonly formato?: FormatoDeData | undefined;
  readonly titulo: string;
  readonly href?: string | undefined;
  readonly descricao?: ReactNode;
  readonly selo?: { readonly rotulo: string; readonly tom: Tom } | undefined;
}

/** Events in order, the newest or the oldest first as they are given. */
export function LinhaDoTempo({
  itens,
  nivel = 3,
}: {
  readonly itens: readonly MomentoDaLinha[];
  readonly nivel?: Nivel;
}): ReactElement | null {
  if (itens.length === 0) return null;
  return (
    <ol className={estilos.linha}>
      {itens.map(({ chave, data, formato, titulo, href, descricao, selo }) => (
        <li key={chave} className={estilos.momento}>
          <p className={estilos.data}>
            {data === null ? null : <DataHora data={data} formato={formato} />}{' '}
            {selo === undefined ? null : <Selo tom={selo.tom}>{selo.rotulo}</Selo>}
          </p>
          <Titulo nivel={nivel} className={estilos.titulo}>
            {href === undefined ? titulo : <a href={href}>{titulo}</a>}
          </Titulo>
          {descricao === undefined ? null : <div className={estilos.descricao}>{descricao}</div>}
        </li>
      ))}
    </ol>
  );
}
