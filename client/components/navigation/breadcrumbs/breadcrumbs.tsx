import type { ReactElement } from 'react';
import type { Caminho } from '../../../../shared/site-state/site-state.ts';
import estilos from './breadcrumbs.module.css';

interface Props {
  readonly caminhos: readonly Caminho[];
  readonly rotulo?: string;
}

/** The way from the home page to this one; nothing when there is no way to show. */
export function Migalhas({ caminhos, rotulo = 'Você está aqui' }: Props): ReactElement | null {
  if (caminhos.length === 0) return null;
  return (
    <nav aria-label={rotulo} className={estilos.migalhas} data-sem-impressao="">
      <ol className={estilos.lista}>
        {caminhos.map((caminho, posicao) => (
          <li key={`${caminho.to}-${caminho.rotulo}`} className={estilos.passo}>
            {passo(caminho, posicao === caminhos.length - 1)}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function passo({ rotulo, to }: Caminho, ultimo: boolean): ReactElement {
  if (ultimo) return <span aria-current="page">{rotulo}</span>;
  return to === null ? <span>{rotulo}</span> : <a href={to}>{rotulo}</a>;
}
