import type { ReactElement, ReactNode } from 'react';
import estilos from './list.module.css';

interface Props {
  /** Without bullets, for lists inside a fact or a card. */
  readonly lisa?: boolean;
  readonly children: ReactNode;
}

/** A list of sentences or links; each child is an `<li>`. */
export function Lista({ lisa = false, children }: Props): ReactElement {
  return <ul className={lisa ? estilos.lisa : estilos.marcada}>{children}</ul>;
}
