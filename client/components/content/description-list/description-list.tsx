import type { ReactElement } from 'react';
import { classes } from '../../class-names.ts';
import type { Detalhe } from '../../types.ts';
import estilos from './description-list.module.css';

interface Props {
  readonly itens: readonly Detalhe[];
  /** Label and value side by side on wide screens. */
  readonly colunas?: boolean;
}

/** Facts as label and value; a fact without value is left out, and without facts there is nothing. */
export function Definicoes({ itens, colunas = false }: Props): ReactElement | null {
  const comValor = itens.filter(({ valor }) => valor !== null && valor !== undefined && valor !== '' && valor !== false);
  if (comValor.length === 0) return null;
  return (
    <dl className={classes(estilos.lista, colunas && estilos.colunas)}>
      {comValor.map(({ rotulo, valor }) => (
        <div key={rotulo} className={estilos.fato}>
          <dt className={estilos.rotulo}>{rotulo}</dt>
          <dd className={estilos.valor}>{valor}</dd>
        </div>
      ))}
    </dl>
  );
}
