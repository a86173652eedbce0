import type { ReactElement } from 'react';
import { classes } from './classes.ts';
import estilos from './esqueleto.module.css';

interface Props {
  readonly forma?: 'lista' | 'cartoes' | 'texto';
  readonly quantidade?: number;
  readonly rotulo?: string;
}

/** The shape of what is coming. It fades in after 300 ms, so that quick answers show no flicker. */
export function EsqueletoDeCarregamento({ forma = 'lista', quantidade = 3, rotulo = 'Carregando…' }: Props): ReactElement {
  return (
    <div className={classes(estilos.esqueleto, estilos[forma])} aria-busy="true">
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> announces the result of a calculation; this is a state */}
      <p className="somente-leitor" role="status">
        {rotulo}
      </p>
      {Array.from({ length: quantidade }, (_, posicao) => (
        <div key={posicao} className={estilos.bloco} aria-hidden="true">
          <span className={estilos.imagem} />
          <span className={estilos.titulo} />
          <span className={estilos.linha} />
          <span className={estilos.linha} />
        </div>
      ))}
    </div>
  );
}
